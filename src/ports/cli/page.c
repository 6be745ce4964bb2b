/* potez page: the web page as files. The command only reads its arguments and reports what was
   written; ports/server/site.h writes. */
#include "ports/cli/arguments.h"
#include "ports/cli/command.h"
#include "ports/cli/json_line.h"
#include "ports/cli/page_help.h"
#include "ports/server/site.h"
#include <stdio.h>

static enum status run_page(const struct arguments *arguments)
{
    const char *folder = arguments_value(arguments, "out");
    struct site_sum sum;
    struct error error;
    if (!folder || !*folder)
        return command_refuse(arguments, "name the folder to write: --out DIR");
    if (!site_write(folder, arguments_has(arguments, "replace"), &sum, &error))
        return command_error(arguments, &error);
    if (arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_text(&json, "folder", folder);
        json_out_integer(&json, "files", sum.files);
        json_out_unsigned(&json, "bytes", sum.bytes);
        json_line_end(&json);
    } else {
        printf("%s: %d files, %.1f MB\n", folder, sum.files, (double)sum.bytes / 1e6);
    }
    return STATUS_DONE;
}
