/* The command "train": finds who trains the model that was asked for, a game's own trainer or
   the evolution that all games share. */
#include "ports/cli/train.h"

#include "ports/cli/game.h"
#include "ports/cli/json_line.h"

#include <stdio.h>
#include <string.h>

/* Number 0, 1, ... of the trainers of all games; NULL behind the last. */
static const struct trainer *trainer_at(int number)
{
    for (int i = 0; i < cli_game_count; i++)
        for (int t = 0; cli_games[i]->trainers && cli_games[i]->trainers[t]; t++)
            if (number-- == 0)
                return cli_games[i]->trainers[t];
    return NULL;
}

int train_offers(struct training_offer *offers, int most)
{
    const struct trainer *trainer;
    int count = 0;
    for (int i = 0; count < most && (trainer = trainer_at(i)); i++)
        if (trainer->settings)
            offers[count++] = (struct training_offer){
                trainer->game, trainer->model, trainer->summary, trainer->settings, trainer->holds};
    return count;
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
        printf("generation %d: %d games, %zu positions, loss %.4f, in held-out games %.4f, winner "
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
    {"generations", "N", "number of generations"},
    {"games", "N", "games of self-play per generation"},
    {"out", "FOLDER", "where models, samples and curves go"},
    {"resume", "FOLDER", "continue an earlier training in FOLDER"},
    {"archive", "FOLDER", "games to learn from as well (Othello: WTHOR's .wtb files)"},
    {"play-depth", "PLIES", "search depth in self-play"},
    {"play-nodes", "N", "positions per move in self-play (Byte, mill)"},
    {"database", "DIR", "a folder of databases to learn from (mill)"},
    {"begin", "FILE", "weights to begin from (Byte, n-tuples, Othello's patterns and network)"},
    {"labels", "FOLDER", "positions labelled by search (Othello's patterns and network)"},
    {"blend", "PERCENT",
     "labels: weight of the game's result against the searches, late in the game"},
    {"blocks", "N", "labels: how many files of --games games the folder should have"},
    {"exact", "EMPTIES", "solve positions exactly from EMPTIES empty squares on"},
    {"spread", "FILE",
     "measure only the margins of FILE again, with which its search cuts (Othello's patterns)"},
    {"rounds", "N", "rounds of the fit; network: passes over the labels"},
    {"penalty", "N", "penalty on large weights"},
    {"population", "N", "individuals per generation; for cma, candidates"},
    {"depth", "PLIES", "search depth of the evolving players"},
    {"depth-counts", "WHAT", "root or below: whether depth counts from the root or from its moves"},
    {"elite", "N", "individuals that are carried over unchanged"},
    {"opponents", "N", "opponents of each individual per generation"},
    {"starts", "N", "start positions per pairing, each played with both colours"},
    {"starts-for", "WHAT",
     "pairing or generation: whether each pairing has its own start positions"},
    {"start-plies", "N", "most random plies before a game"},
    {"tournament", "N", "candidates, the best of which becomes a parent"},
    {"tournament-draw", "HOW",
     "with-replacement or without-replacement: how these candidates are drawn"},
    {"eta", "X", "eta of the crossover: larger keeps children nearer to their parents"},
    {"spread", "FOR", "weight or child: whether gamma is drawn for each weight or once per child"},
    {"sigma", "X", "standard deviation of the mutation, and of cma's first candidates"},
    {"mutated-weights", "X", "weights that a mutation changes on average"},
    {"schedule", "NAME",
     "mutation-falls (for large populations) or mutation-rises (for small ones)"},
    {"rescale", "HOW", "vector, layer, clamp, fill or span: how weights are scaled to [-1, 1]"},
    {"survivors", "HOW", "kept or drawn: the others stay, or a tournament fills their places"},
    {"filters", "N", "nn1: how many of the thesis's structures (figure 3.4) stand side by side"},
    {"first", "NAME", "networks: sigmoid, plain or tanh after the first layer"},
    {"terminal", "NAME", "won, discs or judged: what the end of a game is worth"},
    {"sparring", "PLAYER",
     "an opponent instead of the others, such as linear or level:3 (Othello)"},
    {"sparring-share", "X", "share of the pairings with the sparring partner, 0 to 1 (all)"},
    {"test-every", "N", "generations between tests against random"},
    {"test-best", "N", "individuals that are tested"},
    {"test-games", "N", "games of each test"},
    {"ladder-every", "N", "generations between matches with the ladder"},
    {"ladder-games", "N", "games with each player of the ladder; 0 for none"},
    {"clamp", NULL, "the same as --rescale clamp"},
    {"keep-generations", NULL, "keep the first player of every generation, to play against"},
    {"from-known", NULL, "put the weights made by hand into the first generation"},
    {"method", "NAME", "n-tuples: td (temporal differences) or cma (evolution)"},
    {"tuples", "NAMES", "n-tuples: all-1 to all-8, lines, edges, or squares such as a1b1c1"},
    {"stages", "N", "n-tuples: parts of the game with weights of their own"},
    {"against", "NAMES", "n-tuples: self, swh, linear, lines, nn1, nn2 with shares: swh:6,self:1"},
    {"random", "PERCENT", "n-tuples: share of random moves on both sides"},
    {"batch", "N", "n-tuples: games between updates of the weights"},
    {"rate", "X", "n-tuples and network: learning rate at first"},
    {"rate-last", "X", "n-tuples: learning rate at last"},
    {"lambda", "X", "n-tuples: weight of results against later values, 0 to 1"},
    {0},
};

extern const struct command command_train;
const struct command command_train = {
    .name = "train",
    .usage = "GAME --model NAME | GAME --preset NAME | --resume FOLDER",
    .summary = "fits or evolves an evaluation",
    .examples = "  potez train othello --model patterns --games 20000 --out training\n"
                "  potez train othello --model patterns --archive wthor --out training\n"
                "  potez train othello --model patterns --labels labels --blocks 100\n"
                "  potez train othello --model patterns --labels labels --out training\n"
                "  potez train othello --model network --labels labels --out network\n"
                "  potez train othello --preset source-nn2-1 --out evolution\n"
                "  potez train --resume evolution\n"
                "  potez train othello --model ntuple --against swh:6,self:1 --out training\n"
                "  potez train byte --model features --set size=10 --out training\n"
                "  potez train mill --model patterns --database db --out training\n",
    .text = "Without a model it lists what can be trained. It prints one line per generation and\n"
            "leaves models, curves and samples in the folder. Ctrl-C stops it; the same command,\n"
            "or --resume, continues. \"The thesis\" is Milinović's (docs/evolution.md).\n",
    .options = options,
    .takes = COMMAND_TAKES_GAME,
    .least = 0,
    .most = 1,
    .run = run,
    .spreads = spreads,
};
