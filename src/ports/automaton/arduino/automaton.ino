/* The Connect Four automaton as an Arduino sketch, for an ESP8266 (Wemos D1 mini) with the usual
   libraries: Adafruit NeoPixel for the lights on D3, Adafruit MPR121 for the pads on D1 and D2.

   With a network name below it joins the network and a white light appears in the menu: the moves
   of that player come from a Potez server ("potez serve --bind 0.0.0.0" somewhere in the house),
   and from the machine itself when the server does not answer within two seconds.

   On the serial port (115200 baud) it tells whether the sensor answers, the mode, and the board
   after every disc, and obeys a few words ("hello", "touch 4", "test", "lights on"). A red cross
   that blinks means that the sensor is missing. The menu's pad held for three seconds begins a
   self-test.

   Tools > CPU Frequency: 160 MHz. tools/automaton-arduino makes the library that this needs. */
#include <Adafruit_MPR121.h>
#include <Adafruit_NeoPixel.h>
#include <ESP8266WiFi.h>
#include <ports/automaton/arduino/machine.h>

static const char network[] = "";  /* empty: no network */
static const char password[] = "";
static const char server[] = "192.168.1.10";
static const uint16_t port = 8080;

static Adafruit_NeoPixel lights(AUTOMATON_LEDS, D3, NEO_GRB + NEO_KHZ800);
static Adafruit_MPR121 pads;
static WiFiClient client;
static String answer;
static automaton_hardware hardware;
static bool sensor; /* it answered last time */

static void show(void *, const automaton_frame *frame)
{
    for (int led = 0; led < AUTOMATON_LEDS; led++) {
        automaton_colour light = machine_light(frame, led);
        lights.setPixelColor(led, light.red, light.green, light.blue);
    }
    lights.show();
}

/* The register that holds what is switched on: nobody home reads as all zeros or all ones. */
static bool sensor_answers()
{
    uint8_t electrodes = pads.readRegister8(MPR121_ECR);
    return electrodes != 0 && electrodes != 0xff;
}

static uint32_t touched(void *)
{
    static const uint8_t electrode[AUTOMATON_PADS] = {9, 1, 2, 3, 4, 5, 6, 7};
    sensor = (sensor || pads.begin(0x5A)) && sensor_answers();
    if (!sensor) {
        yield();
        return AUTOMATON_NO_SENSOR;
    }
    uint16_t now = pads.touched();
    uint32_t set = 0;
    for (int pad = 0; pad < AUTOMATON_PADS; pad++)
        set |= uint32_t(now >> electrode[pad] & 1) << pad;
    yield(); /* the network has work to do as well, even while the machine thinks */
    return set;
}

static uint32_t milliseconds(void *)
{
    return millis();
}

static uint32_t entropy(void *)
{
    return RANDOM_REG32 ^ ESP.getCycleCount();
}

static void say(void *, const char *line)
{
    Serial.println(line);
}

static int hear(void *)
{
    return Serial.available() ? Serial.read() : -1;
}

static bool ask(void *, const char *moves)
{
    answer = "";
    if (WiFi.status() != WL_CONNECTED)
        return false;
    client.setTimeout(300); /* a server in the house answers within a few milliseconds */
    if (!client.connect(server, port))
        return false;
    client.printf("GET /api/v1/best?game=connect4&moves=%s&time=1.5 HTTP/1.1\r\nHost: %s:%u\r\n"
                  "Accept: text/plain\r\nConnection: close\r\n\r\n",
                  moves, server, port);
    return true;
}

static int reply(void *)
{
    while (client.available() && answer.length() < 1000)
        answer += char(client.read());
    if (client.connected())
        return AUTOMATON_REPLY_WAIT;
    int body = answer.indexOf("\r\n\r\n");
    if (!answer.startsWith("HTTP/1.1 200") || body < 0)
        return AUTOMATON_REPLY_NONE;
    char column = answer[body + 4];
    return column >= '1' && column <= '7' ? column - '1' : int(AUTOMATON_REPLY_NONE);
}

static void forget(void *)
{
    client.stop();
}

void setup()
{
    Serial.begin(115200);
    lights.begin();
    lights.show();
    sensor = pads.begin(0x5A);
    hardware.show = show;
    hardware.touched = touched;
    hardware.milliseconds = milliseconds;
    hardware.entropy = entropy;
    hardware.say = say;
    hardware.hear = hear;
    if (network[0]) {
        WiFi.mode(WIFI_STA);
        WiFi.begin(network, password);
        hardware.ask = ask;
        hardware.reply = reply;
        hardware.forget = forget;
    }
    machine_begin(&hardware, nullptr);
}

void loop()
{
    machine_step();
}
