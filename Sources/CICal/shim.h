#pragma once
#include <libical/ical.h>

/* A rule's parts are arrays that import as tuples of up to 386 fields, so rules are judged and begun here. */

static inline int vitrine_ical_is_empty(const short *part) { return part[0] == ICAL_RECURRENCE_ARRAY_MAX; }

/* Whether an RRULE repeats by the day or slower, and by nothing finer or rarer than days, dates and months. */
static inline int vitrine_ical_is_supported(icalproperty *property) {
    struct icalrecurrencetype rule = icalproperty_get_rrule(property);
    switch (rule.freq) {
    case ICAL_DAILY_RECURRENCE:
    case ICAL_WEEKLY_RECURRENCE:
    case ICAL_MONTHLY_RECURRENCE:
    case ICAL_YEARLY_RECURRENCE: break;
    default: return 0;
    }
    return rule.rscale == 0 && rule.skip == ICAL_SKIP_OMIT && vitrine_ical_is_empty(rule.by_second) &&
        vitrine_ical_is_empty(rule.by_minute) && vitrine_ical_is_empty(rule.by_hour) &&
        vitrine_ical_is_empty(rule.by_year_day) && vitrine_ical_is_empty(rule.by_week_no);
}

/* The occurrences of an RRULE from `start` on, none after `until`; where the rule does not count them, none long before `from`.
   Null when the rule has none. */
static inline icalrecur_iterator *vitrine_ical_occurrences(
    icalproperty *property, struct icaltimetype start, struct icaltimetype from, struct icaltimetype until) {
    struct icalrecurrencetype rule = icalproperty_get_rrule(property);
    int is_counted = rule.count > 0;
    /* The end also bounds the search of a rule that never holds, such as 30 February. A counted rule may have no end of its own. */
    if (!is_counted && (icaltime_is_null_time(rule.until) || icaltime_compare(until, rule.until) < 0)) rule.until = until;
    icalrecur_iterator *iterator = icalrecur_iterator_new(rule, start);
    if (iterator && !is_counted && icaltime_compare(start, from) < 0) icalrecur_iterator_set_start(iterator, from);
    return iterator;
}
