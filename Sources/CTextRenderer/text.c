#include "CTextRenderer.h"

#include <cairo/cairo-ft.h>
#include <fontconfig/fontconfig.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// Fonts by preference; looked up once, since that takes longer than drawing.
static pthread_once_t fonts_once = PTHREAD_ONCE_INIT;
static pthread_mutex_t faces_lock = PTHREAD_MUTEX_INITIALIZER;
static FcPattern *wish;
static FcFontSet *fonts;
static cairo_font_face_t **faces;  // made when first needed, one per font

static void find_fonts(void) {
  if (!FcInit()) return;
  wish = FcNameParse((const FcChar8 *)"sans:bold:slant=0");
  if (!wish) return;
  FcConfigSubstitute(NULL, wish, FcMatchPattern);
  FcDefaultSubstitute(wish);
  FcResult result = FcResultNoMatch;
  // Trimmed: a font that adds no character to those before it is left out.
  fonts = FcFontSort(NULL, wish, FcTrue, NULL, &result);
  if (fonts && fonts->nfont > 0) faces = calloc((size_t)fonts->nfont, sizeof *faces);
}

bool lmt_has_fonts(void) {
  pthread_once(&fonts_once, find_fonts);
  return faces != NULL;
}

static bool has_character(int font, FcChar32 character) {
  FcCharSet *characters = NULL;
  return FcPatternGetCharSet(fonts->fonts[font], FC_CHARSET, 0, &characters) == FcResultMatch &&
         FcCharSetHasChar(characters, character);
}

// The first font that has the character, else the first of all, which draws a box.
static int font_for(FcChar32 character) {
  for (int font = 0; font < fonts->nfont; font++) {
    if (has_character(font, character)) return font;
  }
  return 0;
}

static cairo_font_face_t *face(int font) {
  pthread_mutex_lock(&faces_lock);
  if (!faces[font]) {
    FcPattern *pattern = FcFontRenderPrepare(NULL, wish, fonts->fonts[font]);
    if (pattern) {
      faces[font] = cairo_ft_font_face_create_for_pattern(pattern);
      FcPatternDestroy(pattern);
    }
  }
  cairo_font_face_t *result = faces[font];
  pthread_mutex_unlock(&faces_lock);
  return result;
}

static cairo_scaled_font_t *scaled(int font, double pixels) {
  cairo_font_face_t *chosen = face(font);
  cairo_font_options_t *options = cairo_font_options_create();
  if (!chosen) {
    cairo_font_options_destroy(options);
    return NULL;
  }
  // Unhinted, so that a line is as long as it was measured.
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_matrix_t size, identity;
  cairo_matrix_init_scale(&size, pixels, pixels);
  cairo_matrix_init_identity(&identity);
  cairo_scaled_font_t *result = cairo_scaled_font_create(chosen, &size, &identity, options);
  cairo_font_options_destroy(options);
  return result;
}

// Sets or only measures a piece of text in one font; answers how far it reaches, below 0 after a failure.
static double set_run(cairo_t *cairo, const char *text, int length, int font, double pixels, double x, double y) {
  cairo_scaled_font_t *letters = scaled(font, pixels);
  if (!letters) return -1;
  cairo_glyph_t *glyphs = NULL;
  int count = 0;
  double width = -1;
  if (cairo_scaled_font_text_to_glyphs(letters, 0, 0, text, length, &glyphs, &count, NULL, NULL, NULL) == CAIRO_STATUS_SUCCESS) {
    cairo_text_extents_t extents;
    cairo_scaled_font_glyph_extents(letters, glyphs, count, &extents);
    width = extents.x_advance;
    if (cairo && count > 0) {
      for (int index = 0; index < count; index++) {
        glyphs[index].x += x;
        glyphs[index].y += y;
      }
      cairo_set_scaled_font(cairo, letters);
      cairo_show_glyphs(cairo, glyphs, count);
    }
    cairo_glyph_free(glyphs);
  }
  cairo_scaled_font_destroy(letters);
  return width;
}

// Goes through the text in pieces of one font each.
static bool set_line(cairo_t *cairo, const char *text, double pixels, double x, double y, double *width) {
  const FcChar8 *place = (const FcChar8 *)text;
  size_t length_of_all = strlen(text);
  int rest = length_of_all < 10000 ? (int)length_of_all : 10000;
  const FcChar8 *start = place;
  int current = -1;
  *width = 0;
  while (true) {
    FcChar32 character = 0;
    int length = rest > 0 ? FcUtf8ToUcs4(place, &character, rest) : 0;
    if (rest > 0 && length <= 0) return false;
    // What has no shape of its own (spaces, marks) stays with the letters before it where their font has it.
    int font = rest <= 0 ? -1 : current >= 0 && has_character(current, character) ? current : font_for(character);
    if (font != current && place > start) {
      double reach = set_run(cairo, (const char *)start, (int)(place - start), current, pixels, x + *width, y);
      if (reach < 0) return false;
      *width += reach;
      start = place;
    }
    if (rest <= 0) return true;
    current = font;
    place += length;
    rest -= length;
  }
}

// Ascent and descent of the first font hold for the line.
static bool line_height(double pixels, double *ascent, double *descent) {
  cairo_scaled_font_t *letters = scaled(0, pixels);
  if (!letters) return false;
  cairo_font_extents_t extents;
  cairo_scaled_font_extents(letters, &extents);
  cairo_scaled_font_destroy(letters);
  *ascent = extents.ascent;
  *descent = extents.descent;
  return true;
}

bool lmt_measure(const char *text, double pixels, double *width, double *height) {
  double ascent = 0, descent = 0;
  if (!lmt_has_fonts() || !line_height(pixels, &ascent, &descent)) return false;
  *height = ascent + descent;
  return set_line(NULL, text, pixels, 0, 0, width);
}

bool lmt_draw(void *cairo, const char *text, double pixels, double x, double y) {
  double ascent = 0, descent = 0, width = 0;
  if (!lmt_has_fonts() || !line_height(pixels, &ascent, &descent)) return false;
  bool done = set_line(cairo, text, pixels, x, y + ascent, &width);
  cairo_new_path(cairo);
  return done;
}
