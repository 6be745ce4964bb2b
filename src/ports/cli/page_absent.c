/* The command "page" where the program is built without the server, and so without the page. */
#include "ports/cli/page_help.h"

static enum status run_page(const struct arguments *arguments)
{
    return command_fail(arguments, "this program was built without the server and its page");
}
