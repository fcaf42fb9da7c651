// A team of threads that work on one network run together: started once, woken per run, with a barrier between steps.
// Waiting threads spin for a moment (waking one that sleeps takes longer than most steps), then sleep.
#pragma once
#include <stdint.h>

typedef struct lk_team lk_team;

// What each member does: `context` as given to lk_team_run, its own number 0…threads − 1.
typedef void (*lk_team_body)(void *context, int32_t member);

// A team of `threads` members, the calling thread included; at least 1. NULL if a thread cannot be started.
lk_team *lk_team_create(int32_t threads);

// Ends the threads. No run may be going on.
void lk_team_destroy(lk_team *team);

int32_t lk_team_size(const lk_team *team);

// Processors that this process may use, at least 1.
int32_t lk_processor_count(void);

// Lets every member run `body` and returns when all have finished. One caller at a time.
void lk_team_run(lk_team *team, lk_team_body body, void *context);

// Inside a body: returns when every member has called it.
void lk_team_barrier(lk_team *team);

