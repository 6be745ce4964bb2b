/* The board that the headers here stand for: time, sensor, lights, serial port and a network
   client, all of them in board.c. C and C++ alike. */
#ifndef TESTS_ARDUINO_BOARD_H
#define TESTS_ARDUINO_BOARD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

uint32_t board_milliseconds(void);
uint32_t board_entropy(void);
int board_sensor(void); /* whether it is plugged in */
uint16_t board_electrodes(void);
void board_lights(unsigned count, int pin, unsigned type);
void board_show(const uint8_t *colours, size_t bytes);
void board_serial_begin(unsigned long baud);
void board_serial(const char *line);
/* The next letter that came on the serial port, -1 for none. */
int board_heard(int take);

void board_timeout(unsigned long milliseconds);
int board_connect(const char *host, unsigned port);
size_t board_send(const char *text, size_t length);
int board_available(void); /* whether something can be received */
int board_receive(void);   /* a byte, -1 for none */
int board_connected(void); /* also while there is something to receive */
void board_disconnect(void);

/* The sketch's two functions, for C. */
void board_setup(void);
void board_loop(void);

#ifdef __cplusplus
}
#endif

#endif
