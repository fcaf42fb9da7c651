#ifndef LMIC_REPORT_H
#define LMIC_REPORT_H

#include <stdio.h>

#include "CImageCodecs.h"

static inline lmic_status lmic_fail(lmic_report *report, lmic_status status, const char *message) {
  snprintf(report->message, sizeof report->message, "%s", message);
  return status;
}

#endif
