#ifndef C_FILMS_LOAD_H
#define C_FILMS_LOAD_H

// Looks FFmpeg up once. NULL if all is there, else what is missing. Safe from any thread.
const char *lmf_load(void);

#endif
