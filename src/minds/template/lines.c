/* The evaluation, and the player "lines", which looks no further than its own move: what is trained
   shows in its play at once, where a deeper search would hide it. */
#include "minds/template/lines.h"

#include "minds/template/players.h"
#include "minds/vector.h"

enum { CENTRE = 0020, CORNERS = 0505, WON = 100000 };

const float template_hand[TEMPLATE_FEATURES] = {0.1f, 0.3f, 0.2f, 0.1f};

static void count_rows(uint16_t own, uint16_t other, int step, int counts[TEMPLATE_FEATURES])
{
    for (int i = 0; i < TEMPLATE_ROWS; i++) {
        int marks = bits_count(own & template_rows[i]);
        if (other & template_rows[i])
            continue;
        counts[TEMPLATE_ONES] += marks == 1 ? step : 0;
        counts[TEMPLATE_TWOS] += marks == 2 ? step : 0;
    }
}

void template_count(const struct template_board *board, int side, int counts[TEMPLATE_FEATURES])
{
    uint16_t own = board->marks[side], other = board->marks[!side];
    counts[TEMPLATE_ONES] = counts[TEMPLATE_TWOS] = 0;
    count_rows(own, other, 1, counts);
    count_rows(other, own, -1, counts);
    counts[TEMPLATE_CENTRE] = bits_count(own & CENTRE) - bits_count(other & CENTRE);
    counts[TEMPLATE_CORNERS] = bits_count(own & CORNERS) - bits_count(other & CORNERS);
}

int template_judge(const struct template_board *board, int side, enum template_goal goal,
                   const float *weights)
{
    int counts[TEMPLATE_FEATURES];
    float sum = 0;
    template_count(board, side, counts);
    for (int i = 0; i < TEMPLATE_FEATURES; i++)
        sum += weights[i] * (float)counts[i];
    return (int)(goal == TEMPLATE_GOAL_WIN ? 100 * sum : -100 * sum);
}

/* What a move is worth to the side that makes it. */
static int worth(struct template_board board, int cell, enum template_goal goal,
                 const float *weights)
{
    int side = template_side_to_move(&board);
    board.marks[side] |= (uint16_t)bit(cell);
    if (template_has_row(board.marks[side]))
        return goal == TEMPLATE_GOAL_WIN ? WON : -WON;
    return template_judge(&board, side, goal, weights);
}

static void think(const struct player *player, const struct mind_task *task,
                  struct mind_answer *answer)
{
    const struct template_board *board = task->position;
    enum template_goal goal = (enum template_goal)task->setup->option[TEMPLATE_OPTION_GOAL];
    const float *weights = player->data ? player->data : template_hand;
    mind_answer_clear(answer);
    if (template_owner_of_row(board) >= 0)
        return;
    for (uint64_t cells = template_free(board); cells;) {
        int cell = bits_pop(&cells), value = worth(*board, cell, goal, weights);
        answer->nodes++;
        if (answer->line_length > 0 && value <= answer->score)
            continue;
        answer->move = answer->line[0] = (uint32_t)cell;
        answer->line_length = 1;
        answer->score = value;
    }
    answer->depth = 1;
}

static bool vector_use(const struct vector_file *file, void *data)
{
    return vector_plain(file, "lines", TEMPLATE_FEATURES, data);
}

const struct player_kind template_lines = {
    .name = "lines",
    .summary = "Looks one move ahead: open rows, the centre and the corners, by weights.",
    .think = think,
    .data_size = TEMPLATE_FEATURES * sizeof(float),
    .vector_use = vector_use,
};
