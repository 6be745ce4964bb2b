/* One JSON object per line on a stream; bytes go out as they come. */
#include "ports/cli/json_line.h"

static void put(void *file, const char *bytes, size_t length)
{
    fwrite(bytes, 1, length, file);
}

void json_line_begin(struct json_out *json, FILE *file)
{
    json_out_begin(json, put, file);
}

void json_line_end(struct json_out *json)
{
    json_out_end(json);
    fputc('\n', json->sink);
}
