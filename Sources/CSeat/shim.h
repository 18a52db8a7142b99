#pragma once
#include "../CLate/names.h"

VITRINE_LATE_SEAT(VITRINE_LATE_RENAME)

#include <libseat.h>
