/* The hot loops are spread over the whole program, so choosing function by function would cost a
   call in each. Instead everything is compiled twice, and the first program hands over to the
   second before it has done anything. */
#include "ports/cli/instructions.h"

#ifdef POTEZ_QUICK /* the folder of the second program, seen from that of the first */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const places[] = {".", POTEZ_QUICK};

static bool machine_has_them(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("popcnt");
}

void instructions_choose(char **texts)
{
    const char *wish = getenv("POTEZ_INSTRUCTIONS");
    char own[4096], path[8300];
    if ((wish && strcmp(wish, "baseline") == 0) || !machine_has_them())
        return;
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    own[length > 0 ? length : 0] = 0;
    char *slash = strrchr(own, '/');
    if (!slash)
        return;
    *slash = 0;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        snprintf(path, sizeof path, "%s/%s/potez-x86-64-v3", own, places[i]);
        execv(path, texts); /* comes back where it is not */
    }
}

#else

void instructions_choose(char **texts)
{
    (void)texts;
}

#endif
