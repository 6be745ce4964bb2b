/* HTTP requests as the service sees them: any method, path, arguments and body is answered or waits
   for a search or for the disk, with a status that exists and a text that is JSON where it says so.

   An input is lines: METHOD, PATH, ACCEPT, then one line an argument until an empty line, then the
   body. */
#include "input.h"
#include "serving.h"

#include <stdlib.h>
#include <string.h>

/* Cuts the next line off. */
static char *line(char **text)
{
    char *start = *text, *end = strchr(start, '\n');
    if (end)
        *end = 0;
    *text = end ? end + 1 : start + strlen(start);
    return start;
}

static void check(const struct service_exchange *exchange)
{
    PROMISE(exchange->status >= 200 && exchange->status < 600);
    PROMISE(exchange->file || exchange->text);
    PROMISE(exchange->type);
    if (!exchange->file && strcmp(exchange->type, "application/json") == 0) {
        json_t *value = json_loadb(exchange->text, exchange->length, 0, NULL);
        PROMISE(json_is_object(value));
        PROMISE(exchange->status < 400 || json_object_get(value, "error"));
        json_decref(value);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct service *service = serving();
    struct service_exchange exchange = {.client = "fuzz"};
    const char *arguments[16];
    char *text = malloc(size + 1), *at = text;
    memcpy(text, data, size);
    text[size] = 0;
    exchange.method = line(&at);
    exchange.path = line(&at);
    exchange.accept = line(&at);
    for (char *argument; exchange.argument_count < 16 && *(argument = line(&at));)
        arguments[exchange.argument_count++] = argument;
    exchange.arguments = arguments;
    exchange.body = at;
    exchange.body_length = size - (size_t)(at - text);
    service_request(service, &exchange);
    serving_settle(service);
    if (!exchange.waiting && !exchange.stream)
        check(&exchange);
    service_finish(&exchange);
    free(text);
    return 0;
}
