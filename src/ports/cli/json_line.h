/* JSON on a line of its own: base/json_out.h with a file behind it.

   json_line_begin opens an object, members follow with json_out_..., json_line_end closes it and
   the line. */
#ifndef PORTS_CLI_JSON_LINE_H
#define PORTS_CLI_JSON_LINE_H

#include "base/json_out.h"
#include <stdio.h>

void json_line_begin(struct json_out *json, FILE *file);
void json_line_end(struct json_out *json);

#endif
