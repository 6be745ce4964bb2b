/* As much of Arduino's core for the ESP8266 as the sketch uses, for a test on this computer. The
   signatures are those of the core; what the board would do is done by board.h. */
#ifndef ARDUINO_H
#define ARDUINO_H

#include "board.h"
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <string>

enum { D1 = 5, D2 = 4, D3 = 0 };

#define RANDOM_REG32 board_entropy()

static inline unsigned long millis()
{
    return board_milliseconds();
}

static inline void yield()
{
}

struct EspClass {
    uint32_t getCycleCount()
    {
        return 0;
    }
};
static EspClass ESP;

struct HardwareSerial {
    void begin(unsigned long baud)
    {
        board_serial_begin(baud);
    }
    size_t println(const char *line)
    {
        board_serial(line);
        return 0;
    }
    int available()
    {
        return board_heard(false) >= 0;
    }
    int read()
    {
        return board_heard(true);
    }
};
static HardwareSerial Serial;

class String
{
  public:
    String(const char *text = "") : text(text)
    {
    }
    String &operator+=(char letter)
    {
        text += letter;
        return *this;
    }
    unsigned int length() const
    {
        return (unsigned int)text.size();
    }
    int indexOf(const char *part) const
    {
        size_t at = text.find(part);
        return at == std::string::npos ? -1 : (int)at;
    }
    bool startsWith(const char *part) const
    {
        return text.rfind(part, 0) == 0;
    }
    char operator[](unsigned int at) const
    {
        return at < text.size() ? text[at] : 0;
    }

  private:
    std::string text;
};

void setup();
void loop();

#endif
