/* The buffers between the page and the engine. Writers are run again with more room until their
   text fits, so they may only read. Memory of the module is never given back, hence the
   doubling: all the old buffers together are smaller than the last one. */
#include "ports/browser/output.h"

#include "ports/browser/host.h"

struct buffer {
    char *start;
    size_t size;
};

static struct buffer output, input;

/* Grown in doubling steps, because old memory is never given back. */
static bool buffer_room(struct buffer *buffer, size_t bytes)
{
    if (bytes <= buffer->size)
        return true;
    size_t size = buffer->size ? buffer->size : 16384;
    while (size < bytes)
        size *= 2;
    char *memory = host_memory(size);
    if (!memory)
        return false;
    *buffer = (struct buffer){memory, size};
    return true;
}

uint32_t output_write(void (*write)(struct text *text, const void *subject), const void *subject)
{
    struct text text = {0};
    do {
        if (!buffer_room(&output, text.length + 1))
            return 0;
        text_init(&text, output.start, output.size);
        write(&text, subject);
    } while (!text_fits(&text));
    return (uint32_t)text.length;
}

void output_string(struct text *text, const char *string)
{
    text_add_char(text, '"');
    for (; *string; string++) {
        unsigned char c = (unsigned char)*string;
        if (c == '"' || c == '\\') {
            text_add_char(text, '\\');
            text_add_char(text, *string);
        } else if (c < 0x20) {
            static const char digit[] = "0123456789abcdef";
            text_print(text, "\\u00%c%c", digit[c >> 4], digit[c & 15]);
        } else {
            text_add_char(text, *string);
        }
    }
    text_add_char(text, '"');
}

static void write_error(struct text *text, const void *message)
{
    text_add(text, "{\"error\":");
    output_string(text, message);
    text_add_char(text, '}');
}

uint32_t output_error(const char *message)
{
    return output_write(write_error, message);
}

char *output_input(size_t bytes)
{
    if (!buffer_room(&input, bytes + 1))
        return NULL;
    input.start[bytes] = 0;
    return input.start;
}

const char *output_input_text(void)
{
    return input.start ? input.start : "";
}

BROWSER_EXPORT(browser_output) uint32_t browser_output(void);
uint32_t browser_output(void)
{
    return (uint32_t)(uintptr_t)output.start;
}

BROWSER_EXPORT(browser_input) uint32_t browser_input(uint32_t bytes);
uint32_t browser_input(uint32_t bytes)
{
    return (uint32_t)(uintptr_t)output_input(bytes);
}
