/* Adafruit MPR121 as far as the sketch uses it: twelve electrodes and two registers. */
#ifndef ADAFRUIT_MPR121_H
#define ADAFRUIT_MPR121_H

#include <Arduino.h>

enum { MPR121_I2CADDR_DEFAULT = 0x5A, MPR121_ECR = 0x5E };

class Adafruit_MPR121
{
  public:
    bool begin(uint8_t address = MPR121_I2CADDR_DEFAULT)
    {
        return address == MPR121_I2CADDR_DEFAULT && board_sensor();
    }
    uint16_t touched()
    {
        return board_electrodes();
    }
    uint8_t readRegister8(uint8_t place)
    {
        return !board_sensor() ? 0xff : place == MPR121_ECR ? 0x8f : 0;
    }
};

#endif
