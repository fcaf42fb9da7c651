// One line of text: fontconfig finds a font for each character, FreeType and Cairo draw it. Characters are set one after
// the other from left to right; scripts whose letters join or change order are not shaped.
#ifndef C_TEXT_RENDERER_H
#define C_TEXT_RENDERER_H

#include <stdbool.h>

// Whether this machine has any font. Safe from any thread, like all of these.
bool lmt_has_fonts(void);

// Width and height in pixels of a line of UTF-8 text whose letters are `pixels` high. False without memory or fonts.
bool lmt_measure(const char *text, double pixels, double *width, double *height);

// Draws that line with its top left corner at (x, y), in the context's present colour. `cairo` is a cairo_t.
bool lmt_draw(void *cairo, const char *text, double pixels, double x, double y);

#endif
