/* The laboratory over HTTP, for the table in routes.c. Only clients on this machine are admitted
   and others refused; without a laboratory there is nothing at these paths. */
#ifndef PORTS_SERVER_LABORATORY_ROUTES_H
#define PORTS_SERVER_LABORATORY_ROUTES_H

#include "ports/server/service_inside.h"

bool laboratory_path_is(const char *path);
/* False when an error was answered. */
bool laboratory_admits(struct service_exchange *exchange);

/* `part` is what stands in the route's braces. */
void laboratory_get_offers(struct service_exchange *exchange, const char *part);
void laboratory_get_runs(struct service_exchange *exchange, const char *part);
void laboratory_post_run(struct service_exchange *exchange, const char *part);
void laboratory_get_run(struct service_exchange *exchange, const char *part);
void laboratory_delete_run(struct service_exchange *exchange, const char *part);
void laboratory_post_action(struct service_exchange *exchange, const char *part);
void laboratory_get_vector(struct service_exchange *exchange, const char *part);
void laboratory_get_weights(struct service_exchange *exchange, const char *part);
void laboratory_get_games(struct service_exchange *exchange, const char *part);
void laboratory_get_game(struct service_exchange *exchange, const char *part);
void laboratory_get_export(struct service_exchange *exchange, const char *part);
void laboratory_post_import(struct service_exchange *exchange, const char *part);

#endif
