// Header only: CImageCodecs compiles the one reader it needs, so nothing is linked.
#include <stb/stb_image.h>
