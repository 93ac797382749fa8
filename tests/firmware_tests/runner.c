/* Runs the box's firmware in simavr, told by lines on standard input, with its UART on a pty.
 *
 *   pin LINE CLOSED CYCLE   close or open a contact at that cycle
 *   run CYCLE BYTES         take so many bytes from the pty, run to that cycle;
 *                           answers "CYCLE SENT": where it stopped, bytes sent on the pty in all
 *   reset                   a brown-out: the program begins anew, its EEPROM stays
 *   hang                    the program stops where it is: the watchdog is to bite
 */
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>

#define BYTE_CYCLES 1400 /* at 115200 bits a second */

#define LOOP 0x7000 /* where no program is */

static avr_t *avr;
static int levels[19];
static int pty_fd;
static unsigned long sent;
static unsigned char to_box[65536];
static size_t to_box_in, to_box_out;
static unsigned long long byte_due;

static void byte_out(struct avr_irq_t *irq, uint32_t value, void *unused)
{
    unsigned char byte = value;
    (void)irq, (void)unused;
    if (write(pty_fd, &byte, 1) != 1)
        exit(3);
    sent++;
}

static char port_of(int line)
{
    return line <= 6 ? 'D' : line <= 12 ? 'B' : 'C';
}

static int pin_of(int line)
{
    return line <= 6 ? line + 1 : line <= 12 ? line - 7 : line - 13;
}

/* The outside is stronger than the pull-ups, whenever the program switches these on. */
static void drive(int line, int level)
{
    avr_ioport_external_t out = {.name = port_of(line), .mask = 0, .value = 0};
    levels[line] = level;
    for (int i = 1; i <= 18; i++)
        if (port_of(i) == port_of(line)) {
            out.mask |= 1 << pin_of(i);
            out.value |= levels[i] << pin_of(i);
        }
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(port_of(line)), &out);
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port_of(line)), pin_of(line)), level);
}

static void drive_all(void)
{
    for (int i = 1; i <= 18; i++) {
        int level = levels[i];
        drive(i, !level); /* simavr passes over what it believes to know */
        drive(i, level);
    }
}

static avr_cycle_count_t move(avr_t *unused, avr_cycle_count_t when, void *what)
{
    int *change = what;
    (void)unused, (void)when;
    drive(change[0], !change[1]);
    free(change);
    return 0;
}

static void take(unsigned long many)
{
    while (many) {
        ssize_t got = read(pty_fd, to_box + to_box_in, many);
        if (got <= 0)
            exit(4);
        to_box_in += got;
        many -= got;
    }
}

static void run_to(unsigned long long cycle)
{
    while (avr->cycle < cycle) {
        if (to_box_out < to_box_in && avr->cycle >= byte_due) {
            avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT),
                          to_box[to_box_out++]);
            byte_due = avr->cycle + BYTE_CYCLES;
            if (to_box_out == to_box_in)
                to_box_in = to_box_out = 0;
        }
        int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed)
            exit(5);
    }
}

int main(int argc, char **argv)
{
    elf_firmware_t firmware = {0};
    char name[256], line[256];
    int follower;
    uint32_t flags = 0;

    if (argc != 2 || elf_read_firmware(argv[1], &firmware) || openpty(&pty_fd, &follower, name, 0, 0))
        return 2;
    avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    avr->frequency = 16000000;
    avr_load_firmware(avr, &firmware);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags); /* no sleep, no standard output */
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT),
                            byte_out, NULL);
    for (int i = 1; i <= 18; i++)
        levels[i] = 1;
    drive_all();
    printf("%s\n", name);
    fflush(stdout);

    unsigned long long cycle;
    unsigned long many;
    int number, closed;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "pin %d %d %llu", &number, &closed, &cycle) == 3) {
            int *change = malloc(2 * sizeof *change);
            change[0] = number, change[1] = closed;
            avr_cycle_timer_register(avr, cycle > avr->cycle ? cycle - avr->cycle : 1, move, change);
        } else if (sscanf(line, "run %llu %lu", &cycle, &many) == 2) {
            take(many);
            run_to(cycle);
            printf("%llu %lu\n", (unsigned long long)avr->cycle, sent);
            fflush(stdout);
        } else if (!strncmp(line, "reset", 5)) {
            avr_reset(avr);
            drive_all();
        } else if (!strncmp(line, "hang", 4)) {
            avr->flash[LOOP] = 0xff, avr->flash[LOOP + 1] = 0xcf; /* rjmp to itself */
            avr->pc = LOOP;
        } else {
            return 6;
        }
    }
    return 0;
}
