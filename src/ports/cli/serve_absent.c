/* The command "serve" where the program is built without the server. */
#include "ports/cli/serve_help.h"

static enum status run_serve(const struct arguments *arguments)
{
    return command_fail(arguments, "this program was built without the server");
}
