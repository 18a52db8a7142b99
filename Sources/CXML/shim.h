#pragma once
#include "../CLate/names.h"

VITRINE_LATE_XML(VITRINE_LATE_RENAME)

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/SAX2.h>
#include <libxml/xmlerror.h>

/* The library's file is named in Sources/CLate/late.c, and what it holds has to be what these headers say. */
#if LIBXML_VERSION >= 21400
#error "libxml2 is libxml2.so.16 from 2.14 on: name that one in Sources/CLate/late.c"
#endif
