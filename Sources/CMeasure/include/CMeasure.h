#ifndef FRAMEGATE_CMEASURE_H
#define FRAMEGATE_CMEASURE_H

#include <stdint.h>

#endif
