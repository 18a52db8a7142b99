#pragma once
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/uri.h>
#include <libxml/HTMLparser.h>
#include <libxml/xmlreader.h>
#include <libxml/xmlerror.h>

/* xmlFree is a variable that holds a function; Swift 6 refuses shared mutable state. */
static inline void vitrine_xml_free(void *memory) { xmlFree(memory); }
