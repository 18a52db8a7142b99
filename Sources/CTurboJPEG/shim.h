#pragma once
#include <turbojpeg.h>

/* TJSCALED is a function-like macro, which Swift does not import. */
static inline int vitrine_tj_scaled(int dimension, tjscalingfactor factor) {
  return TJSCALED(dimension, factor);
}
