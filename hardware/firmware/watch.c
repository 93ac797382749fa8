#include "watch.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#define BAUD 115200
#define BAUD_TOL 3
#include <util/setbaud.h>

#ifndef TURNS
#define TURNS 0 /* a test lets the clock wrap soon */
#endif

volatile struct seen seen[SEEN];
volatile uint8_t seen_in, seen_out;
volatile levels_t last, missed;
struct heard heard[2];

static volatile uint32_t turns = TURNS; /* of timer 1, 2^15 microseconds each */
static volatile uint8_t gap;
static uint8_t hearing;
static bool in_line;

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

uint32_t time_us(void)
{
    return now();
}

void look_now(void)
{
    look();
}

levels_t watch(void)
{
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
    levels_t first = {PIND & 0xFC, PINB & 0x3F, PINC & 0x3F};
    last = first;
    sei();
    return first;
}
