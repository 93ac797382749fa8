"""Exchange: results, team lists and answer grids as CSV and XLSX, both ways.

Functions take bytes and text and return values, or the other way round; only commands touch
files. What is wrong is a `FileFaults` with path, value and remedy; what is merely odd is
`Noticed` and never stops a reading. A state that a foreign sheet cannot say is listed when it is
written (`states.sayable`), never dropped silently. Sources: RULES.md C.1, A.5, A.7.
"""
