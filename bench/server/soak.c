/* Resident memory round by round. Means of thirds are compared, not single rounds: a round in which
   more is under way than in others is no leak, and one that leaks a little is seen in an hour. */
#include "bench/server/soak.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ALLOWANCE = 1024 }; /* kilobytes: what an allocator may hold more or less */

long soak_memory(pid_t process)
{
    char path[64], line[256];
    long kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)process);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "VmRSS:", 6) == 0)
            kilobytes = atol(line + 6);
    if (file)
        fclose(file);
    return kilobytes;
}

double soak_processor(pid_t process)
{
    char path[64], line[1024] = "";
    unsigned long user = 0, kernel = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    FILE *file = fopen(path, "r");
    if (file && fgets(line, sizeof line, file) && strrchr(line, ')'))
        sscanf(strrchr(line, ')') + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
               &user, &kernel);
    if (file)
        fclose(file);
    return (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
}

void soak_look(struct soak *soak, pid_t process, double seconds)
{
    long kilobytes = soak_memory(process);
    if (soak->rounds < SOAK_ROUNDS)
        soak->kilobytes[soak->rounds++] = kilobytes;
    printf("{\"name\":\"soak\",\"seconds\":%.0f,\"memory_kilobytes\":%ld}\n", seconds, kilobytes);
    fflush(stdout);
}

static double mean(const struct soak *soak, int from, int to)
{
    double sum = 0;
    for (int i = from; i < to; i++)
        sum += (double)soak->kilobytes[i];
    return to > from ? sum / (to - from) : 0;
}

bool soak_is_flat(const struct soak *soak)
{
    int all = soak->rounds;
    double middle = mean(soak, all / 3, 2 * all / 3), last = mean(soak, 2 * all / 3, all);
    bool flat = all >= 3 && middle > 0 && last <= 1.03 * middle + ALLOWANCE;
    printf("{\"name\":\"soaked\",\"rounds\":%d,\"middle_kilobytes\":%.0f,\"last_kilobytes\":%.0f,"
           "\"flat\":%s}\n",
           all, middle, last, flat ? "true" : "false");
    fflush(stdout);
    return flat;
}
