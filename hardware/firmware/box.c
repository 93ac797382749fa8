/* The key box: 18 contacts to ground on an ATmega328P at 16 MHz. README.md has the protocol.
 *
 * An interrupt keeps (instant, all levels) whenever a pin has changed; the main loop makes edges
 * of that and sends them. Nothing is debounced: that is the host's.
 *
 * Lines 1 to 6 are PD2 to PD7, 7 to 12 PB0 to PB5, 13 to 18 PC0 to PC5. Closed is low.
 */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <util/atomic.h>
#include <util/crc16.h>

#define BAUD 115200
#define BAUD_TOL 3
#include <util/setbaud.h>

#define SEEN 32 /* changes that wait for the main loop; a power of two */
#define KEPT 64 /* edges that can be sent again; a power of two */
#define AFTER_GAP 1
#define GAP 0xFF
#define BEAT_US 500000UL

typedef struct {
    uint8_t d, b, c;
} levels_t;

/* Filled by interrupts. */

#ifndef TURNS
#define TURNS 0 /* a test lets the clock wrap soon */
#endif
static volatile uint32_t turns = TURNS; /* of timer 1, 2^15 microseconds each */
static struct {
    uint32_t at;
    levels_t to; /* AFTER_GAP in d: changes before this one were not kept */
} seen[SEEN];
static volatile uint8_t seen_in, seen_out;
static volatile levels_t last, missed; /* missed: the lines of which changes were not kept */
static volatile uint8_t gap;
static struct {
    uint32_t at; /* of its first byte */
    char text[12];
    uint8_t length;
    volatile bool ready;
} heard[2];
static uint8_t hearing;
static bool in_line;

/* Of the main loop. */

static struct {
    uint32_t at;
    uint16_t line_seq;
    uint8_t line; /* GAP: an edge that is lost */
    bool closed;
} kept[KEPT];
static uint16_t head, sent; /* numbers of the newest edge, and of the last one sent */
static uint8_t many;        /* how many edges are kept */
static uint16_t line_seq[18];
static levels_t known;
static uint16_t boot;
static struct {
    uint32_t asked, read, closed;
    uint16_t head;
    uint8_t token;
    bool due;
} answer;
static char out[56];
static uint8_t out_length, out_at;

static uint16_t EEMEM boots;

/* Interrupts are off. Half microseconds are cut. */
static inline uint32_t now(void)
{
    uint16_t half = TCNT1;
    uint32_t high = turns;
    if ((TIFR1 & _BV(TOV1)) && half < 0x8000)
        high++;
    uint32_t us = ((uint32_t)(uint16_t)high << 16 | half) >> 1;
    return high & 0x10000 ? us | 0x80000000 : us;
}

/* Interrupts are off. The levels are read before the time: no edge is stamped before it was. */
static inline void look(void)
{
    uint8_t d = PIND & 0xFC, b = PINB & 0x3F, c = PINC & 0x3F;
    if (d == last.d && b == last.b && c == last.c && !gap)
        return;
    uint32_t at = now();
    uint8_t in = seen_in, next = (in + 1) & (SEEN - 1);
    if (next == seen_out) {
        missed.d |= d ^ last.d;
        missed.b |= b ^ last.b;
        missed.c |= c ^ last.c;
        gap = AFTER_GAP;
    } else {
        seen[in].at = at;
        seen[in].to.d = d | gap;
        seen[in].to.b = b;
        seen[in].to.c = c;
        gap = 0;
        seen_in = next;
    }
    last.d = d;
    last.b = b;
    last.c = c;
}

ISR(PCINT0_vect)
{
    look();
}
ISR(PCINT1_vect, ISR_ALIASOF(PCINT0_vect));
ISR(PCINT2_vect, ISR_ALIASOF(PCINT0_vect));

ISR(TIMER1_OVF_vect)
{
    turns++;
}

ISR(USART_RX_vect)
{
    char byte = UDR0;
    if (heard[hearing].ready)
        return; /* both are full: the host asks again */
    if (byte == '$') {
        heard[hearing].at = now();
        heard[hearing].length = 0;
        in_line = true;
    } else if (in_line && byte == '\n') {
        heard[hearing].ready = true;
        hearing ^= 1;
        in_line = false;
    } else if (in_line && heard[hearing].length < sizeof heard[0].text) {
        heard[hearing].text[heard[hearing].length++] = byte;
    } else {
        in_line = false;
    }
}

/* Lines that go out. */

static void put_hex(uint32_t value, uint8_t digits)
{
    for (uint8_t i = digits; i--; value >>= 4)
        out[out_length + i] = "0123456789abcdef"[value & 0xF];
    out_length += digits;
}

static void put_field(uint32_t value, uint8_t digits)
{
    out[out_length++] = ' ';
    put_hex(value, digits);
}

static void begin_line(char letter)
{
    out[0] = '$';
    out[1] = letter;
    out_length = 2;
    put_field(boot, 4);
}

static uint16_t crc_of(const char *text, uint8_t length)
{
    uint16_t crc = 0;
    while (length--)
        crc = _crc_xmodem_update(crc, *text++);
    return crc;
}

static void end_line(void)
{
    uint16_t crc = crc_of(out + 1, out_length - 1);
    out[out_length++] = '*';
    put_hex(crc, 4);
    out[out_length++] = '\n';
    out_at = 0;
}

static void say_answer(void)
{
    begin_line('A');
    put_field(answer.asked, 8);
    put_field(answer.read, 8);
    put_field(answer.token, 2);
    put_field(answer.head, 4);
    put_field(answer.closed, 8);
    end_line();
    answer.due = false;
}

static void say_edge(void)
{
    bool forced = false;
    uint16_t oldest = head - many + 1;
    if ((int16_t)(sent + 1 - oldest) < 0) {
        sent = oldest - 1;
        forced = true;
    }
    while (++sent != head && kept[sent & (KEPT - 1)].line == GAP)
        forced = true;
    if (kept[sent & (KEPT - 1)].line == GAP)
        return;
    begin_line('E');
    put_field(kept[sent & (KEPT - 1)].at, 8);
    put_field(sent, 4);
    put_field(kept[sent & (KEPT - 1)].line, 2);
    put_field(kept[sent & (KEPT - 1)].line_seq, 4);
    put_field(kept[sent & (KEPT - 1)].closed | forced << 1, 1);
    end_line();
}

/* Edges. */

static void keep(uint32_t at, uint8_t line, bool closed)
{
    head++;
    if (many < KEPT)
        many++;
    uint8_t i = head & (KEPT - 1);
    kept[i].at = at;
    kept[i].line = line;
    kept[i].closed = closed;
    kept[i].line_seq = line == GAP ? 0 : line_seq[line - 1];
}

/* A byte of levels. A change that was missed is a gap, and an edge behind it tells of the gap. */
static void take(uint32_t at, uint8_t first, uint8_t bits, uint8_t to, uint8_t from, uint8_t lost)
{
    for (uint8_t i = 0, bit = 1; i < bits; i++, bit <<= 1) {
        if (lost & bit) {
            line_seq[first + i - 1]++;
            keep(at, GAP, false);
        }
        if ((lost | (to ^ from)) & bit) {
            line_seq[first + i - 1]++;
            keep(at, first + i, !(to & bit));
        }
    }
}

static void expand(void)
{
    uint8_t i = seen_out;
    levels_t to = seen[i].to, lost = {0, 0, 0};
    uint32_t at = seen[i].at;
    if (to.d & AFTER_GAP)
        ATOMIC_BLOCK(ATOMIC_FORCEON)
        {
            lost = missed;
            missed.d = missed.b = missed.c = 0;
        }
    take(at, 1, 6, to.d >> 2, known.d >> 2, lost.d >> 2);
    take(at, 7, 6, to.b, known.b, lost.b);
    take(at, 13, 6, to.c, known.c, lost.c);
    known = to;
    seen_out = (i + 1) & (SEEN - 1);
}

/* Read the levels at one instant, and remember which edges came before it. */
static void prepare_answer(uint8_t token, uint32_t asked, bool own)
{
    levels_t is;
    uint8_t up_to;
    ATOMIC_BLOCK(ATOMIC_FORCEON)
    {
        look();
        answer.read = now();
        is = last;
        up_to = seen_in;
    }
    while (seen_out != up_to)
        expand();
    answer.closed = (uint8_t)~is.d >> 2 | (uint32_t)(~is.b & 0x3F) << 6
                  | (uint32_t)(~is.c & 0x3F) << 12;
    answer.asked = own ? answer.read : asked;
    answer.token = token;
    answer.head = head;
    answer.due = true;
}

/* What the host says. */

static bool number(const char *text, uint8_t digits, uint16_t *value)
{
    *value = 0;
    while (digits--) {
        char c = *text++;
        if (c >= '0' && c <= '9')
            c -= '0';
        else if (c >= 'a' && c <= 'f')
            c -= 'a' - 10;
        else
            return false;
        *value = *value << 4 | c;
    }
    return true;
}

static void obey(const char *text, uint8_t length, uint32_t at)
{
    uint16_t said, crc;
    uint8_t digits = text[0] == 'Q' ? 2 : 4;
    if (length != digits + 7 || text[digits + 2] != '*' || !number(text + 2, digits, &said)
        || !number(text + digits + 3, 4, &crc) || crc != crc_of(text, digits + 2))
        return;
    if (text[0] == 'Q')
        prepare_answer(said, at, false);
    else if (text[0] == 'R' && (uint16_t)(head - said) < 0x8000)
        sent = said - 1;
}

static void listen(void)
{
    static uint8_t i; /* they are filled in turn, so they are read in turn */
    if (heard[i].ready) {
        obey(heard[i].text, heard[i].length, heard[i].at);
        heard[i].ready = false;
        i ^= 1;
    }
}

static void set_up(void)
{
    boot = eeprom_read_word(&boots) + 1;
    eeprom_update_word(&boots, boot);
    PORTD = 0xFC; /* pull-ups */
    PORTB = 0x3F;
    PORTC = 0x3F;
    TCCR1B = _BV(CS11); /* 2 MHz */
    TIMSK1 = _BV(TOIE1);
    UBRR0 = UBRR_VALUE;
    UCSR0A = USE_2X << U2X0;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
    PCMSK2 = 0xFC;
    PCMSK0 = 0x3F;
    PCMSK1 = 0x3F;
    PCICR = _BV(PCIE0) | _BV(PCIE1) | _BV(PCIE2);
    while (TCNT1 < 2000)
        ; /* a millisecond: the pull-ups must have charged the wires */
    known = (levels_t){PIND & 0xFC, PINB & 0x3F, PINC & 0x3F};
    last = known;
    sei();
}

int main(void)
{
    wdt_enable(WDTO_250MS);
    set_up();
    uint32_t beat = 0, at;
    for (;;) {
        wdt_reset();
        if (seen_out != seen_in)
            expand();
        listen();
        ATOMIC_BLOCK(ATOMIC_FORCEON)
        {
            at = now();
        }
        if (at - beat >= BEAT_US && !answer.due) {
            beat = at;
            prepare_answer(0, 0, true);
        }
        if (out_at < out_length) {
            if (UCSR0A & _BV(UDRE0))
                UDR0 = out[out_at++];
        } else if (answer.due && (int16_t)(sent - answer.head) >= 0) {
            say_answer();
        } else if (sent != head) {
            say_edge();
        }
    }
}
