/* The command "train": finds who trains the model that was asked for, a game's own trainer or
   the evolution that all games share. */
#include "ports/cli/train.h"

#include "ports/cli/game.h"
#include "ports/cli/json_line.h"

#include <stdio.h>
#include <string.h>

/* Number 0, 1, ... of the trainings of all games; NULL behind the last. */
static const struct trainer *trainer_at(int number)
{
    for (int i = 0; i < cli_game_count; i++)
        for (int t = 0; cli_games[i]->trainers && cli_games[i]->trainers[t]; t++)
            if (number-- == 0)
                return cli_games[i]->trainers[t];
    return NULL;
}

void train_tell(const struct arguments *arguments, int generation, int played,
                const struct fitted *fit, double seconds, const char *path)
{
    if (arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_integer(&json, "generation", generation);
        json_out_integer(&json, "games", played);
        json_out_number(&json, "seconds", seconds, 3);
        json_out_text(&json, "best", path);
        json_out_unsigned(&json, "positions", fit->positions);
        json_out_number(&json, "loss", fit->loss, 5);
        json_out_number(&json, "held_back_loss", fit->held_loss, 5);
        json_out_number(&json, "held_back_right", fit->held_right, 4);
        json_line_end(&json);
    } else {
        printf("generation %d: %d games, %zu positions, loss %.4f, of games held back %.4f, winner "
               "named in %.1f %%, %.0f s: %s\n",
               generation, played, fit->positions, fit->loss, fit->held_loss, 100 * fit->held_right,
               seconds, path);
    }
    fflush(stdout);
}

void train_list(FILE *file, const char *game, const char *option, const char *name,
                const char *summary)
{
    char words[80];
    snprintf(words, sizeof words, "%s --%s %s", game, option, name);
    fprintf(file, "  potez train %-33s %s\n", words, summary);
}

static void list(FILE *file)
{
    const struct trainer *trainer;
    for (int i = 0; (trainer = trainer_at(i)); i++)
        train_list(file, trainer->game, "model", trainer->model, trainer->summary);
    train_evolve_list(file);
}

/* Whose training the folder of --resume holds; NULL when it is an evolution, or nobody's. */
static const struct trainer *resumed(const struct arguments *arguments)
{
    const char *resume = arguments_value(arguments, "resume");
    const struct trainer *trainer;
    for (int i = 0; resume && (trainer = trainer_at(i)); i++)
        if (trainer->holds && trainer->holds(resume))
            return trainer;
    return NULL;
}

/* Only evolution is shared among ranks. */
static bool spreads(const struct arguments *arguments)
{
    return !resumed(arguments) && train_evolve_wanted(arguments);
}

static enum status run(const struct arguments *arguments)
{
    const char *game = arguments->word[0], *model = arguments_value(arguments, "model");
    if (resumed(arguments))
        return resumed(arguments)->run(arguments);
    if (train_evolve_wanted(arguments))
        return train_evolve_run(arguments);
    if (!game)
        return command_refuse(arguments, "too few words; expected: potez train GAME --model NAME");
    const struct trainer *trainer;
    for (int i = 0; model && (trainer = trainer_at(i)); i++)
        if (strcmp(trainer->game, game) == 0 && strcmp(trainer->model, model) == 0)
            return trainer->run(arguments);
    enum status status =
        model ? command_refuse(arguments, "nothing called \"%s\" can be trained for %s; there are",
                               model, game)
              : command_refuse(arguments, "say what to train with --model; there are");
    list(stderr);
    return status;
}

static const struct command_option options[] = {
    {"model", "NAME", "what is to be trained"},
    {"preset", "NAME", "a set of parameters with a name"},
    {"generations", "N", "how many"},
    {"games", "N", "games of self-play a generation"},
    {"out", "FOLDER", "where models, samples and curves go"},
    {"resume", "FOLDER", "goes on in a folder of an earlier training"},
    {"archive", "FOLDER", "games to learn from as well (Othello: WTHOR's .wtb files)"},
    {"play-depth", "PLIES", "of the players of self-play"},
    {"play-nodes", "N", "positions per move in self-play (Byte, mill)"},
    {"database", "DIR", "a folder of databases to learn from (mill)"},
    {"begin", "FILE", "weights to begin from (Byte, n-tuples, Othello's patterns)"},
    {"labels", "FOLDER", "positions labelled by search (Othello's patterns)"},
    {"blend", "PERCENT", "labels: share of a game's end against the searches, late in the game"},
    {"blocks", "N", "labels: so many files of --games games shall be in the folder"},
    {"exact", "EMPTIES", "results are searched exactly from so many empty squares on"},
    {"rounds", "N", "of the fit"},
    {"penalty", "N", "on large weights"},
    {"population", "N", "individuals of a generation, candidates of cma"},
    {"depth", "PLIES", "of the evolving players' search"},
    {"depth-counts", "WHAT",
     "root or below: source \"to a maximum depth k\", from the root or its moves"},
    {"elite", "N", "individuals that stay as they are"},
    {"opponents", "N", "that each individual meets in a generation"},
    {"starts", "N", "start positions of a pairing, each played with both colours"},
    {"start-plies", "N", "random plies before a game, at most"},
    {"tournament", "N", "candidates of whom the best becomes a parent"},
    {"tournament-draw", "HOW", "with-replacement or without-: source \"n_t are chosen at random\""},
    {"eta", "X", "of the crossover: larger keeps children nearer to their parents"},
    {"spread", "FOR", "weight or child: source \"gamma_j\", drawn for each weight or once"},
    {"sigma", "X", "of the mutation (source: \"Gaussian noise\"), of cma's first candidates"},
    {"mutated-weights", "X", "weights that a mutation changes, on average"},
    {"schedule", "NAME",
     "mutation-falls or mutation-rises: source \"for larger, for smaller populations\""},
    {"rescale", "HOW",
     "vector, layer, clamp, fill or span: source \"scaled to take values from [-1, 1]\""},
    {"survivors", "HOW",
     "kept or drawn: source \"with p_c replaced by a child\", the others by themselves"},
    {"filters", "N", "nn1: source \"more of the structures of figure 3.4\", side by side"},
    {"first", "NAME",
     "networks: sigmoid, plain or tanh: source \"triangles are judged to a value\""},
    {"terminal", "NAME", "won, discs or judged: source \"a finished state is given some value\""},
    {"sparring", "PLAYER", "to be met instead of the others, as linear or level:3 (Othello)"},
    {"sparring-share", "X", "of the opponents, 0 to 1; without it all are the sparring partner"},
    {"test-every", "N", "generations between tests against random"},
    {"test-best", "N", "individuals that are tested"},
    {"test-games", "N", "games of each test"},
    {"ladder-every", "N", "generations between matches with the ladder"},
    {"ladder-games", "N", "games with each player of the ladder; 0 for none"},
    {"clamp", NULL, "the same as --rescale clamp"},
    {"from-known", NULL, "the weights made by hand are one of the first generation"},
    {"method", "NAME", "of the n-tuples: td (temporal differences) or cma (evolution)"},
    {"tuples", "NAMES", "n-tuples: all-1 to all-8, lines, edges, or squares such as a1b1c1"},
    {"stages", "N", "n-tuples: parts of the game with weights of their own"},
    {"against", "NAMES", "n-tuples: self, swh, linear, lines, nn1, nn2 with shares: swh:6,self:1"},
    {"random", "PERCENT", "n-tuples: share of random moves on both sides"},
    {"batch", "N", "n-tuples: games between two changes of the weights"},
    {"rate", "X", "n-tuples: of learning, at first"},
    {"rate-last", "X", "n-tuples: of learning, at last"},
    {"lambda", "X", "n-tuples: how much results count against later values, 0 to 1"},
    {0},
};

extern const struct command command_train;
const struct command command_train = {
    .name = "train",
    .usage = "GAME --model NAME | GAME --preset NAME | --resume FOLDER",
    .summary = "fits or evolves an evaluation",
    .examples =
        "  potez train othello --model patterns --generations 3 --games 20000 --out training\n"
        "  potez train othello --model patterns --archive wthor --out training --seed 7\n"
        "  potez train othello --model patterns --labels labels --blocks 100 --seed 7\n"
        "  potez train othello --model patterns --labels labels --out training\n"
        "  potez train othello --preset source-nn2-1 --out evolution\n"
        "  potez train --resume evolution\n"
        "  potez train othello --model ntuple --against swh:6,self:1 --out training\n"
        "  potez train byte --model features --set size=10 --games 3000 --out training\n"
        "  potez train mill --model patterns --database db --out training\n",
    .text = "Without a model it lists what can be trained. "
            "Prints a line for each generation and leaves models, curves and samples in the\n"
            "folder. Ctrl-C stops; the same command (or --resume) goes on.\n",
    .options = options,
    .takes = COMMAND_TAKES_GAME,
    .least = 0,
    .most = 1,
    .run = run,
    .spreads = spreads,
};
