#pragma once
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
#include <fontconfig/fontconfig.h>

/* PANGO_FC_FONT_MAP is a GObject cast macro, which Swift does not import. */
static inline void vitrine_pango_use_fontconfig(PangoFontMap *map, FcConfig *config) {
  pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), config);
}

/* Swift does not name the bits of a structure. */
static inline int vitrine_pango_may_end_before(const PangoLogAttr *attributes, int letter) {
  return attributes[letter].is_line_break;
}
