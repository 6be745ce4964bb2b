/* Models that minds have learned. The engine comes without them, so that it loads quickly; the page
   fetches the one of a game when it is first thought about. */
#include "minds/mind.h"
#include "ports/browser/board.h"
#include "ports/browser/host.h"
#include "ports/browser/output.h"

static void write_done(struct text *text, const void *subject)
{
    (void)subject;
    text_add(text, "{}");
}

/* The input is a model, `length` bytes, for the game in `slot`. Its memory is never given back, so
   once a game is enough. */
BROWSER_EXPORT(potez_model) uint32_t potez_model(uint32_t slot, uint32_t length);
uint32_t potez_model(uint32_t slot, uint32_t length)
{
    const struct session *session = board_session(slot);
    const struct mind *mind = session ? mind_of(session_game(session)) : NULL;
    struct error error;
    if (!mind || !mind->model_use)
        return output_error("this game has no model");
    void *memory = host_memory(mind->model_memory);
    if (!memory)
        return output_error("the model needs more memory than the page may have");
    if (!mind->model_use(output_input_text(), length, memory, &error))
        return output_error(error.text);
    return output_write(write_done, NULL);
}
