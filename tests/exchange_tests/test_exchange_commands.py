"""`minuta exchange`: what is printed, what is written, what is never written over."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import load_workbook

from cli_tests.called import Written, said
from exchange_tests.books import OWN_FORM, own_file, tours_file
from firmware_host.cli.exchange_files import free, put
from firmware_host.config.plan import load_plan
from firmware_host.errors import FileFaults


def _rows(path: Path, sheet: str) -> list[tuple[object, ...]]:
    return list(load_workbook(path)[sheet].iter_rows(values_only=True))


def test_a_tours_sheet_is_shown_in_both_languages(tmp_path: Path) -> None:
    """Counts, oddities with their places, the standing."""
    path = tours_file(tmp_path)
    russian = said("exchange", "tours", path)
    english = said("exchange", "tours", path, "--lang", "en")

    assert russian.exit_code == english.exit_code == 0, russian.output
    assert russian.stdout.splitlines() == [
        f"{path}: команд 2, вопросов 2 (2), спорных 1, не внесено 1",
        "Замечено:",
        "  лист Worksheet, строка 3, столбец F: спорный ответ: «груз 300»",
        "Место  Команда  Название  Город  Итог  Тур 1",
        "1      101      =1+1      Пермь  1     1",
        "2      102      2-3       Омск   0     0",
    ]
    assert english.stdout.splitlines()[:3] == [
        f"{path}: teams 2, questions 2 (2), contested 1, not entered 1",
        "Noticed:",
        "  sheet Worksheet, row 3, column F: contested: “груз 300”",
    ]


def test_a_tours_sheet_is_written_again(tmp_path: Path) -> None:
    """As the rating has it; all questions in one row as CSV, or when it is wished."""
    path, out = tours_file(tmp_path), tmp_path / "out.xlsx"

    assert said("exchange", "tours", path, "-o", out).exit_code == 0
    assert _rows(out, "Worksheet") == [
        (None,) * 6, ("Team ID", "Название", "Город", "Тур", 1, 2),
        (101, "=1+1", "Пермь", 1, 1, "груз 300"), (102, "2-3", "Омск", 1, 0, None),
    ]  # fmt: skip
    for extra in (["-o", "f.csv", "--delimiter", "semicolon"], ["-o", "f.xlsx", "--full"]):
        name = tmp_path / extra[1]
        done = said("exchange", "tours", path, "-o", name, *extra[2:])
        assert done.exit_code == 0, done.output
    assert (tmp_path / "f.csv").read_bytes() == (
        "\ufeffTeam ID;Название;Город;1;2\r\n101;'=1+1;Пермь;1;груз 300\r\n102;2-3;Омск;0;\r\n"
    ).encode()
    assert _rows(tmp_path / "f.xlsx", "Worksheet")[1] == (101, "=1+1", "Пермь", 1, "груз 300")


def test_what_a_rating_cannot_say_is_said_when_it_is_written(tmp_path: Path) -> None:
    """A void is a 0 there."""
    result = said("exchange", "tours", own_file(tmp_path, "a.csv", "1"), "-o", tmp_path / "o.xlsx")

    assert "записано как 0: Совы, 2: void late" in result.stdout
    assert _rows(tmp_path / "o.xlsx", "Worksheet")[2] == ("A", "Совы", None, 1, 1, 0)


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    """Neither by any of the commands; with --force it is."""
    there = tmp_path / "there.xlsx"
    there.write_bytes(b"mine")
    plan = tmp_path / "there.toml"
    plan.write_text("mine", encoding="utf-8")
    grid = own_file(tmp_path, "a.csv", "1")
    teams = tmp_path / "teams.csv"
    teams.write_text("team\nСовы\n", encoding="utf-8")
    for words in (
        ("tours", grid, "-o", there),
        ("answers", grid, "-o", there),
        ("results", "--answers", grid, "-o", there),
        ("blank", plan, "--tours", "2", "-o", there),
        ("teams", teams, "--take", plan, "--format", "chgk-003"),
    ):
        result = said("exchange", *words)
        assert "it is there already" in str(result.exception), words
    assert (there.read_bytes(), plan.read_text(encoding="utf-8")) == (b"mine", "mine")

    assert said("exchange", "tours", grid, "-o", there, "--force").exit_code == 0
    assert there.read_bytes().startswith(b"PK")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "a.csv", "teams.csv", "there.toml", "there.xlsx",
    ]  # fmt: skip


def test_a_file_that_came_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    """Whoever made it since the command began."""
    out = tmp_path / "out.csv"
    free(out, force=False)
    out.write_bytes(b"mine")
    with pytest.raises(FileFaults, match="it is there already"):
        put(out, b"ours", force=False)

    assert out.read_bytes() == b"mine"


def test_a_team_list_is_previewed_and_then_taken(tmp_path: Path) -> None:
    """CP1251 with semicolons; a preview writes nothing."""
    path, plan = tmp_path / "teams.csv", tmp_path / "plan.toml"
    path.write_bytes("№;Команда;Город\r\n7;Совы;Пермь\r\n8;;Омск\r\n".encode("cp1251"))
    result = said("exchange", "teams", path)

    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [
        "команд 1; кодировка CP1251, разделитель точка с запятой, столбцы: номер, название, город",
        "номер  название  город  категория",
        "7      Совы      Пермь  –",
        "Замечено:",
        "  файл: кодировка определена как CP1251",
        "  файл: разделитель: точка с запятой",
        "  строка 3: строка пропущена: «8»",
        "Это просмотр: ничего не взято. Взять: --take PLAN",
    ]
    assert "--format" in str(said("exchange", "teams", path, "--take", plan).exception)
    assert not plan.exists()
    done = said("exchange", "teams", path, "--take", plan, "--format", "evening-002-hat")
    assert done.exit_code == 0, done.output
    assert dict(load_plan(plan.read_text(encoding="utf-8"), "p").teams) == {"7": "Совы"}
    assert said("evening", plan).exit_code == 0


def test_teams_go_into_a_plan_that_is_there(tmp_path: Path) -> None:
    """Its stages stay; a format is then too much; an unknown one is said."""
    path, plan = tmp_path / "teams.csv", tmp_path / "plan.toml"
    path.write_text("Team\nOwls\n", encoding="utf-8")
    text = 'schema = 1\n[teams]\nA = "a"\n[[stage]]\nid = "s"\nformats = ["{}"]\n'
    plan.write_text(text.format("evening-002-hat"), encoding="utf-8")
    words = ("exchange", "teams", path, "--take", plan, "--force")

    assert "leave it out" in str(said(*words, "--format", "chgk-003").exception)
    assert said(*words).exit_code == 0
    assert plan.read_text(encoding="utf-8") == (
        'schema = 1\n[teams]\nT1 = "Owls"\n[[stage]]\nid = "s"\nformats = ["evening-002-hat"]\n'
    )
    plan.write_text(text.format("evening-002-hut"), encoding="utf-8")
    assert "did you mean" in str(said(*words).exception)
    assert 'A = "a"' in plan.read_text(encoding="utf-8")


def test_a_blank_grid_is_filled_compared_and_merged(tmp_path: Path) -> None:
    """From the plan to the result, with what each step says."""
    plan = tmp_path / "plan.toml"
    plan.write_text(
        'schema = 1\n[teams]\nA = "Совы"\nB = "Ежи"\n[[stage]]\nid = "s"\nformats = ["chgk-003"]\n',
        encoding="utf-8",
    )
    form = tmp_path / "form.csv"
    assert said("exchange", "blank", plan, "--tours", "1,1", "-o", form).exit_code == 0
    assert form.read_text(encoding="utf-8-sig").splitlines() == [
        "Team ID,Название,Город,1,2", "*tour,,,1,2", "A,Совы,,,", "B,Ежи,,,",
    ]  # fmt: skip
    first, second = own_file(tmp_path, "1.csv", ""), own_file(tmp_path, "2.csv", "1")
    merged = tmp_path / "merged.csv"
    result = said("exchange", "answers", first, second, "-o", merged, "--lang", "en")

    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[2:] == [
        "The entries do not differ.",
        "In one entry only:",
        f"  question 2, Ежи: {second}",
        "  (not taken; --once takes it)",
        "Not yet entered:",
        "  question 2: Ежи",
        f"Written: {merged}",
    ]
    assert merged.read_bytes() == ("\ufeff" + OWN_FORM.format("").replace("\n", "\r\n")).encode()
    again = said("exchange", "answers", first, second, "-o", merged, "--once", "--force")
    assert again.exit_code == 0
    assert merged.read_bytes() == ("\ufeff" + OWN_FORM.format("1").replace("\n", "\r\n")).encode()


def test_entries_that_differ_end_with_1_and_write_nothing(tmp_path: Path) -> None:
    """Question, team and both marks."""
    out = tmp_path / "out.csv"
    first, second = own_file(tmp_path, "1.csv", "0"), own_file(tmp_path, "2.csv", "V form")
    result = said("exchange", "answers", first, second, "-o", out)

    assert result.exit_code == 1
    assert result.stdout.splitlines()[2:] == [
        "Записи расходятся:", "  вопрос 2, Ежи: 0 и V form", "Ничего не записано.",
    ]  # fmt: skip
    assert not out.exists()


def test_results_of_journals(tmp_path: Path) -> None:
    """A formula, a shared place, negative points; CSV and XLSX say the same."""
    day = Written(tmp_path / "day")
    for team, half in (("=1+1", -6), ("@A", -6), ("Ы", 21)):
        day.turn(team, "+s", half)
    for name in ("r.csv", "r.xlsx"):
        result = said("exchange", "results", day.path, "-o", tmp_path / name, "--lang", "en")
        assert result.exit_code == 0, result.output

    assert (tmp_path / "r.csv").read_bytes() == (
        "\ufeffPlace,Team,Total,Attempts,'+s\r\n1,Ы,10.5,1,10.5\r\n"
        "2–3,'=1+1,-3,1,-3\r\n2–3,'@A,-3,1,-3\r\n"
    ).encode()
    assert _rows(tmp_path / "r.xlsx", "Results") == [
        ("Place", "Team", "Total", "Attempts", "+s"), (1, "Ы", 10.5, 1, 10.5),
        ("2–3", "=1+1", -3, 1, -3), ("2–3", "@A", -3, 1, -3),
    ]  # fmt: skip
    printed = said("exchange", "results", day.path).stdout.splitlines()
    assert printed[1].split() == ["1", "Ы", "10.5", "1", "10.5"]


def test_results_of_a_grid(tmp_path: Path) -> None:
    """The answers stand on a second sheet, or behind the totals."""
    grid = tours_file(tmp_path)
    for name in ("r.csv", "r.xlsx"):
        done = said("exchange", "results", "--answers", grid, "--rating", "-o", tmp_path / name)
        assert done.exit_code == 0, done.output

    lines = (tmp_path / "r.csv").read_text(encoding="utf-8-sig").splitlines()
    assert lines == [
        "Место,Команда,Название,Город,Итог,Рейтинг,Тур 1,1,2",
        "1,101,'=1+1,Пермь,1,2,1,1,?", "2,102,2-3,Омск,0,0,0,0,",
    ]  # fmt: skip
    assert _rows(tmp_path / "r.xlsx", "Ответы") == [
        ("Команда", "Название", 1, 2), ("101", "=1+1", 1, "?"), ("102", "2-3", 0, None),
    ]  # fmt: skip
