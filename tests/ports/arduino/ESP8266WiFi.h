/* The ESP8266's network as far as the sketch uses it; the client is a socket of this computer. */
#ifndef ESP8266WIFI_H
#define ESP8266WIFI_H

#include <Arduino.h>

enum WiFiMode_t { WIFI_OFF, WIFI_STA };
enum wl_status_t { WL_IDLE_STATUS, WL_CONNECTED = 3 };

struct ESP8266WiFiClass {
    bool mode(WiFiMode_t mode)
    {
        return mode == WIFI_STA;
    }
    wl_status_t begin(const char *name, const char *password)
    {
        joined = name[0] && password;
        return status();
    }
    wl_status_t status()
    {
        return joined ? WL_CONNECTED : WL_IDLE_STATUS;
    }
    bool joined = false;
};
static ESP8266WiFiClass WiFi;

class WiFiClient
{
  public:
    void setTimeout(unsigned long milliseconds)
    {
        board_timeout(milliseconds);
    }
    int connect(const char *host, uint16_t port)
    {
        return board_connect(host, port);
    }
    size_t printf(const char *format, ...)
    {
        char text[512];
        va_list list;
        va_start(list, format);
        int length = vsnprintf(text, sizeof text, format, list);
        va_end(list);
        return board_send(text, (size_t)length);
    }
    int available()
    {
        return board_available();
    }
    int read()
    {
        return board_receive();
    }
    uint8_t connected()
    {
        return board_connected();
    }
    void stop()
    {
        board_disconnect();
    }
};

#endif
