/* What interrupts keep for the main loop: changes of the contacts, and lines of the host. */
#ifndef WATCH_H
#define WATCH_H

#include <stdbool.h>
#include <stdint.h>

#define SEEN 32     /* changes that wait for the main loop; a power of two */
#define AFTER_GAP 1 /* in `d`, where no line is: changes before this one were not kept */

typedef struct {
    uint8_t d, b, c; /* as read from the ports; closed is low */
} levels_t;

extern volatile struct seen {
    uint32_t at;
    levels_t to;
} seen[SEEN];
extern volatile uint8_t seen_in, seen_out;
extern volatile levels_t last, missed; /* missed: the lines of which changes were not kept */

extern struct heard {
    uint32_t at; /* of its first byte */
    char text[12];
    uint8_t length;
    volatile bool ready;
} heard[2]; /* filled in turn */

/* Begin to watch; returns the levels at the beginning. Interrupts are on then. */
levels_t watch(void);

/* The clock, microseconds. Interrupts are off. */
uint32_t time_us(void);

/* Keep a change that no interrupt has kept yet. Interrupts are off. */
void look_now(void);

#endif
