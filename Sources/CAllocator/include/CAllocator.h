#ifndef FRAMEGATE_CALLOCATOR_H
#define FRAMEGATE_CALLOCATOR_H

#include <stddef.h>

#endif
