/* From a question in JSON to a search, for routes.c and sockets.c. */
#include "ports/server/service_inside.h"

#include <string.h>

/* There is a value in the last position of a game, and a whole game can be reviewed, but there is
   no move to choose. */
static bool too_late(const struct question *question, enum inquiry_kind kind)
{
    return kind != INQUIRY_VALUE && kind != INQUIRY_REVIEW &&
           session_over(question->opened.session, NULL, NULL);
}

enum inquiry_kind service_kind(const char *name, json_t *asked)
{
    if (strcmp(name, "probe") != 0)
        return searches_named(name);
    json_object_del(asked, "time");
    json_object_del(asked, "depth");
    json_object_set_new(asked, "nodes", json_integer(1));
    json_object_set_new(asked, "every", json_true());
    return INQUIRY_VALUE;
}

static int refuse(int status, const char *word, const char *message, const char **code,
                  struct error *error)
{
    *code = word;
    error_set(error, "%s", message);
    return status;
}

static int add(struct service *service, struct question *question, const char *client,
               bool progress, struct service_listener *listener, uint64_t *search,
               const char **code, struct error *error)
{
    switch (searches_add(service->searches, question, client, progress, listener, search)) {
    case SEARCHES_CLIENT_FULL:
        return refuse(429, "too_many", "you have too many searches at once; wait for one of them",
                      code, error);
    case SEARCHES_FULL:
        return refuse(503, "full", "the server is busy; try again soon", code, error);
    default:
        return 0;
    }
}

int service_search(struct service *service, enum inquiry_kind kind, const json_t *asked,
                   const char *client, bool progress, struct service_listener *listener,
                   uint64_t *search, const char **code, struct error *error)
{
    struct question question;
    int status;
    if (!question_read(&question, asked, error))
        return question_refused(error, code);
    if (!mind_of(question.opened.game))
        status = refuse(501, "no_players", "this game has no players here", code, error);
    else if (too_late(&question, kind))
        status =
            refuse(409, "over", "the game is over in this position: there is no move to choose",
                   code, error);
    else if (question_read_thinking(&question, kind, asked, &service->limits.question, error))
        status = add(service, &question, client, progress, listener, search, code, error);
    else
        status = question_refused(error, code);
    question_free(&question);
    return status;
}
