/* The header from C++: games in containers, callbacks from lambdas, structs that are filled. */
#include <potez.h>

#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <vector>

struct Close {
    void operator()(potez *game) const { potez_close(game); }
    void operator()(potez_answer *answer) const { potez_answer_close(answer); }
};

static std::string best(const char *name)
{
    std::unique_ptr<potez, Close> game(potez_open(name, nullptr));
    potez_question question{};
    int reports = 0;
    question.size = sizeof question;
    question.nodes = 1000;
    question.listener = &reports;
    question.progress = [](void *listener, const potez_answer *) {
        ++*static_cast<int *>(listener);
        return true;
    };
    std::unique_ptr<potez_answer, Close> answer(potez_ask(game.get(), POTEZ_MOVE, &question));
    return answer ? potez_answer_move(answer.get()) : potez_error();
}

int main()
{
    const char *const names[] = {"othello", "connect4", "mill", "byte"};
    std::vector<std::string> moves(4);
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++)
        threads.emplace_back([&, i] { moves[i] = best(names[i]); });
    for (auto &thread : threads)
        thread.join();
    for (int i = 0; i < 4; i++)
        std::printf("%s %s\n", names[i], moves[i].c_str());
    struct potez_batch batch = {};
    batch.size = sizeof batch;
    batch.games = 100;
    std::unique_ptr<potez, Close> game(potez_open("connect4", nullptr));
    return potez_batch(game.get(), &batch) && batch.wins + batch.draws + batch.losses == 100 ? 0 : 1;
}
