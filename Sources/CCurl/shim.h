#pragma once
/* With its type-checking macros curl_easy_setopt becomes a statement expression;
   without them it is a plain variadic function. Swift imports neither, so each
   argument type gets a setter of its own. */
#define CURL_DISABLE_TYPECHECK 1
#include <curl/curl.h>
