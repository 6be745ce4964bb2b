/* Whole conversations with the engine, structured: each byte is a command that makes sense where it
   is said, so that whole games are played, searched, taken back and begun anew. Searches run in a
   thread of their own and are ended by `stop`, by another thread's flag or by the next command that
   needs them ended. The first byte picks the protocol, the second the game. Nothing crashes, and
   every search ends. */
#include "input.h"

#include "ports/engine/talk.h"

#include <stdlib.h>
#include <string.h>

enum { COMMANDS = 40, ROOM = 8192 };

struct conversation {
    struct talk talk;
    char moves[ROOM]; /* those of the game so far, as the protocol's position command takes them */
    const uint8_t *at, *end;
};

static unsigned take(struct conversation *conversation)
{
    return conversation->at < conversation->end ? *conversation->at++ : 0;
}

static void say(struct conversation *conversation, const char *line)
{
    char *exact = malloc(strlen(line) ? strlen(line) : 1); /* so that a step past its end is seen */
    memcpy(exact, line, strlen(line));
    talk_line(&conversation->talk, exact, strlen(line));
    free(exact);
}

/* One of the legal moves; false at the end of the game. */
static bool legal_move(struct conversation *conversation, char text[GAME_MOVE_TEXT])
{
    uint32_t moves[GAME_MOVES_MAX];
    talk_stop(&conversation->talk); /* so that the game may be looked at */
    int count = session_moves(conversation->talk.opened.session, moves);
    if (count <= 0)
        return false;
    talk_move_text(&conversation->talk, moves[take(conversation) % (unsigned)count], text);
    return true;
}

static void position(struct conversation *conversation)
{
    char line[ROOM + 64];
    snprintf(line, sizeof line, "position start%s%s", conversation->moves[0] ? " moves" : "",
             conversation->moves);
    say(conversation, line);
}

static void play(struct conversation *conversation)
{
    char move[GAME_MOVE_TEXT];
    if (strlen(conversation->moves) + sizeof move + 2 > ROOM || !legal_move(conversation, move))
        return;
    strcat(conversation->moves, " ");
    strcat(conversation->moves, move);
    position(conversation);
}

static void undo(struct conversation *conversation)
{
    char *last = strrchr(conversation->moves, ' ');
    if (last)
        *last = 0;
    position(conversation);
}

static void other_game(struct conversation *conversation)
{
    char line[64];
    const struct game *game = games[take(conversation) % (unsigned)game_count];
    snprintf(line, sizeof line, "newgame %s", game->level_read ? "othello" : game->name);
    conversation->moves[0] = 0;
    say(conversation, line);
}

/* Our own protocol. */
static void potez_command(struct conversation *conversation)
{
    static const char *const go[] = {
        "go nodes 5",        "go depth 1",        "go infinite",          "go movetime 1",
        "go ponder nodes 9", "go nodes 20 perft", "go nodes 30 multipv 3"};
    static const char *const other[] = {
        "stop",        "isready", "ponderhit", "potez",          "setoption name MultiPV value 3",
        "newgame",     "show",    "moves",     "setoption name", "setoption name Ponder value true",
        "stop please", "go",      "result"};
    unsigned command = take(conversation), choice = take(conversation);
    if (command < 90)
        play(conversation);
    else if (command < 110)
        undo(conversation);
    else if (command < 120)
        other_game(conversation);
    else if (command < 190)
        say(conversation, go[choice % (sizeof go / sizeof go[0])]);
    else if (command < 200)
        atomic_store(&conversation->talk.stop, true); /* as a signal would */
    else
        say(conversation, other[choice % (sizeof other / sizeof other[0])]);
}

/* Says one of the lines, or else finds a legal move to be told about. `choice` is the input's. */
static bool drew_move(struct conversation *conversation, const char *const *lines, size_t count,
                      char move[GAME_MOVE_TEXT], unsigned *choice)
{
    unsigned command = take(conversation);
    *choice = take(conversation);
    if (command < 128)
        return legal_move(conversation, move);
    say(conversation, lines[*choice % count]);
    return false;
}

/* GTP. */
static void gtp_command(struct conversation *conversation)
{
    static const char *const lines[] = {"genmove b",           "genmove w",       "undo",
                                        "showboard",           "clear_board",     "3 name",
                                        "boardsize 8",         "komi 0",          "final_score",
                                        "time_left b 1 1",     "list_commands",   "reg_genmove b",
                                        "time_settings 0 1 1", "known_command x", "quit now"};
    char line[GAME_MOVE_TEXT + 16], move[GAME_MOVE_TEXT];
    unsigned choice;
    if (!drew_move(conversation, lines, sizeof lines / sizeof lines[0], move, &choice))
        return;
    const struct session *session = conversation->talk.opened.session;
    snprintf(line, sizeof line, "play %c %s",
             session_side(session) == (int)(choice == 0) ? 'w' : 'b', move);
    say(conversation, line);
}

/* NBoard's. */
static void nboard_command(struct conversation *conversation)
{
    static const char *const lines[] = {"go",           "hint 2",         "ping 1", "nboard 2",
                                        "set depth 1",  "set contempt 3", "learn",  "analyze",
                                        "set game (;)", "move",           "stop"};
    char line[GAME_MOVE_TEXT + 16], move[GAME_MOVE_TEXT];
    unsigned choice;
    if (!drew_move(conversation, lines, sizeof lines / sizeof lines[0], move, &choice))
        return;
    snprintf(line, sizeof line, "move %s", move);
    say(conversation, line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct conversation conversation;
    static FILE *nowhere;
    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    if (size < 2 || !nowhere)
        return 0;
    const struct game *game = game_find("othello");
    const struct talk_protocol *protocol = data[0] == 'n'   ? &talk_nboard
                                           : data[0] == 'g' ? &talk_gtp
                                                            : &talk_potez;
    void (*command)(struct conversation *) = data[0] == 'n'   ? nboard_command
                                             : data[0] == 'g' ? gtp_command
                                                              : potez_command;
    if (protocol == &talk_potez)
        game = games[data[1] % game_count]->level_read ? game : games[data[1] % game_count];
    conversation = (struct conversation){.at = data + 2, .end = data + size};
    PROMISE(talk_open(&conversation.talk, protocol, game, nowhere, 1, 1 << 16, NULL));
    conversation.talk.nodes_most = 50;
    for (int i = 0; i < COMMANDS && conversation.at < conversation.end && !conversation.talk.quit;
         i++)
        command(&conversation);
    talk_close(&conversation.talk);
    return 0;
}
