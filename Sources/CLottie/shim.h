#pragma once
#include "../CLate/names.h"

VITRINE_LATE_ANIMATION(VITRINE_LATE_RENAME)

#include <stdbool.h>
#include <rlottie_capi.h>
