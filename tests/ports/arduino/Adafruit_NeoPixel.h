/* Adafruit NeoPixel as far as the sketch uses it: a chain of lights whose colours are handed on
   when they are shown. */
#ifndef ADAFRUIT_NEOPIXEL_H
#define ADAFRUIT_NEOPIXEL_H

#include <Arduino.h>
#include <vector>

typedef uint16_t neoPixelType;
enum { NEO_GRB = 0x52, NEO_KHZ800 = 0x0000 };

class Adafruit_NeoPixel
{
  public:
    Adafruit_NeoPixel(uint16_t count, int16_t pin, neoPixelType type) : colours(3 * count)
    {
        board_lights(count, pin, type);
    }
    void begin()
    {
    }
    void setPixelColor(uint16_t light, uint8_t red, uint8_t green, uint8_t blue)
    {
        colours.at(3 * light) = red;
        colours.at(3 * light + 1) = green;
        colours.at(3 * light + 2) = blue;
    }
    void show()
    {
        board_show(colours.data(), colours.size());
    }

  private:
    std::vector<uint8_t> colours;
};

#endif
