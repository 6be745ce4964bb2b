/* The contexts of predict.h, slot by slot. The larger side's share of the pattern indices is
   kept for a whole class, and the smaller side's is three look-ups per slot. Nothing is read
   from other files, so a block can be decoded alone. */
#include "lab/mill/predict.h"

#include "lab/mill/store.h"

void mill_predict_shares_init(struct mill_predict_shares *shares)
{
    for (int ring = 0; ring < 3; ring++)
        for (int set = 0; set < 256; set++) {
            mill_lanes sum = {0};
            for (uint64_t left = (uint64_t)set; left;)
                sum += mill_shape_step[8 * ring + bits_pop(&left)];
            shares->byte[ring][set] = sum;
        }
}

static mill_lanes share_of(const struct mill_predict_shares *shares, uint32_t men)
{
    return shares->byte[0][men & 255] + shares->byte[1][men >> 8 & 255] +
           shares->byte[2][men >> 16];
}

void mill_predict_init(struct mill_predictor *predictor, const struct mill_index *index,
                       struct mill_rules rules, struct mill_subspace subspace,
                       const struct mill_patterns *patterns,
                       const struct mill_predict_shares *shares)
{
    bool mover_large = subspace.mover >= subspace.other;
    int large = mover_large ? subspace.mover : subspace.other;
    struct mill board = {.men = {(UINT32_C(1) << subspace.mover) - 1,
                                 ((UINT32_C(1) << subspace.other) - 1) << subspace.mover},
                         .hand = {subspace.mover_hand, subspace.other_hand}};
    *predictor = (struct mill_predictor){
        .index = index,
        .rules = rules,
        .subspace = subspace,
        .values = patterns ? &patterns->phase[mill_phase(&board)] : NULL,
        .shares = shares,
        .large = large,
        .small = subspace.mover + subspace.other - large,
        .mover_large = mover_large,
    };
    predictor->width = mill_width(index, large, predictor->small);
    if (patterns)
        predictor->material = predictor->values->material[subspace.mover + subspace.mover_hand]
                                                         [subspace.other + subspace.other_hand];
}

/* The first rank of the present class. There is none after the last slot. */
void mill_predict_class(struct mill_predictor *predictor)
{
    const struct mill_classes *classes = &predictor->index->classes[predictor->large];
    if (predictor->class >= classes->count)
        return;
    predictor->men = classes->set[predictor->class];
    predictor->free = mill_points(predictor->rules.variant) & ~predictor->men;
    predictor->gathered = (UINT32_C(1) << predictor->small) - 1;
    predictor->large_share = share_of(predictor->shares, predictor->men);
}

void mill_predict_begin(struct mill_predictor *predictor, uint64_t slot)
{
    predictor->class = (uint32_t)(slot / predictor->width);
    predictor->rank = (uint32_t)(slot % predictor->width);
    mill_predict_class(predictor);
    predictor->gathered = mill_unrank(predictor->index, predictor->small, predictor->rank);
}

/* What the patterns say, as a number of the range. */
static uint32_t score_of(const struct mill_predictor *predictor, uint32_t others)
{
    const struct mill_phase_values *values = predictor->values;
    if (!values)
        return 0;
    mill_lanes large = predictor->large_share, small = share_of(predictor->shares, others);
    mill_lanes at = predictor->mover_large ? large + small + small : small + large + large;
    int score = predictor->material + values->outer[at[0]] + values->middle[at[1]] +
                values->outer[at[2]] + values->arm[at[3]] + values->arm[at[4]] +
                values->arm[at[5]] + values->arm[at[6]];
    int step = (score + PREDICT_SCORES * PREDICT_STEP / 2) / PREDICT_STEP;
    return step < 0 ? 0 : step < PREDICT_SCORES ? (uint32_t)step : PREDICT_SCORES - 1;
}

/* On how many points the side to move would close a mill. */
static uint32_t closings(const struct mill *board, struct mill_rules rules)
{
    struct mill_batch batch[MILL_BATCHES_MAX];
    int batches = mill_batches(board, rules, batch);
    uint32_t closing = 0;
    for (int i = 0; i < batches; i++)
        closing |= batch[i].closing;
    return !closing ? 0 : closing & (closing - 1) ? 2 : 1;
}

/* How the position `back` slots before ended, if that is in the block. */
static uint32_t code_before(const uint8_t *codes, uint32_t at, uint32_t back)
{
    return back && back <= at ? codes[at - back] : MILL_CODE_HOLE;
}

/* Moving element number n of a gathered set, from 1, one point down changes the rank by the ways to
   choose n - 1 points below that. */
static uint32_t neighbours(uint32_t gathered, const uint8_t *codes, uint32_t at)
{
    uint32_t first = (uint32_t)bits_first(gathered), others = gathered & (gathered - 1);
    uint32_t code = code_before(codes, at, first > 0);
    if (!others)
        return code * PREDICT_CODES * PREDICT_CODES + 15;
    uint32_t second = (uint32_t)bits_first(others), more = others & (others - 1);
    code = code * PREDICT_CODES + code_before(codes, at, second > first + 1 ? second - 1 : 0);
    uint32_t third = more ? (uint32_t)bits_first(more) : 0;
    return code * PREDICT_CODES +
           code_before(codes, at, third > second + 1 ? (third - 1) * (third - 2) / 2 : 0);
}

uint32_t mill_predict_context(const struct mill_predictor *predictor, const uint8_t *codes,
                              uint32_t at)
{
    uint32_t others = bits_scatter(predictor->gathered, predictor->free);
    bool mover_large = predictor->mover_large;
    struct mill board = {
        .men = {mover_large ? predictor->men : others, mover_large ? others : predictor->men},
        .hand = {predictor->subspace.mover_hand, predictor->subspace.other_hand}};
    uint32_t context = score_of(predictor, others);
    context = context * PREDICT_CLOSINGS + closings(&board, predictor->rules);
    board.side = 1;
    context = context * PREDICT_CLOSINGS + closings(&board, predictor->rules);
    uint32_t around =
        predictor->gathered ? neighbours(predictor->gathered, codes, at) : PREDICT_NEIGHBOURS - 1;
    return context * PREDICT_NEIGHBOURS + around;
}
