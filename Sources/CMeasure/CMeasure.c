#include "CMeasure.h"
