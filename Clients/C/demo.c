// A loop, and a scene of particles with a burst: cc -O2 -g demo.c -o demo -lm
#define FRAMEGATE_MAIN
#include "framegate.h"

#include <math.h>
#include <stdlib.h>

static void sum(void *input) {
  (void)input;
  uint64_t state = 1;
  for (int i = 0; i < 1000; i++) state = state * 6364136223846793005u + 1442695040888963407u;
  framegate_use(&state, sizeof state);
}

typedef struct {
  double x, y, speed_x, speed_y;
} particle;

typedef struct {
  int count, capacity;
  double time;
  particle particles[];
} scene;

static void emit(scene *scene, int count) {
  for (; count > 0 && scene->count < scene->capacity; count--) {
    double angle = 2.399963 * scene->count;
    particle born = {0, 0, 40 * cos(angle), 90 + 30 * sin(angle)};
    scene->particles[scene->count++] = born;
  }
}

static void *build(const framegate_parameters *parameters) {
  int capacity = parameters->layers * 40;
  scene *made = malloc(sizeof *made + (size_t)capacity * sizeof *made->particles);
  made->count = 0;
  made->capacity = capacity;
  made->time = 0;
  emit(made, parameters->layers);
  return made;
}

// A tenth of a second after the start, a burst makes the scene forty times as large.
static void render(void *state, const framegate_frame *frame) {
  scene *scene = state;
  double step = frame->time - scene->time, height = 0;
  if (scene->time < 0.1 && frame->time >= 0.1) emit(scene, scene->capacity);
  scene->time = frame->time;
  for (int i = 0; i < scene->count; i++) {
    particle *it = &scene->particles[i];
    it->speed_y -= 98.1 * step;
    it->x += it->speed_x * step;
    it->y += it->speed_y * step;
    if (it->y < 0) it->y = -it->y, it->speed_y = -0.6 * it->speed_y;
    height += it->y;
  }
  framegate_use_number(height);
}

int main(int argc, char **argv) {
  framegate_add_benchmark("demo.sum", sum)->operations = 1000;
  framegate_entry *burst = framegate_add_scenario("demo.burst", 0.5, build, render);
  burst->tear_down = free;
  burst->budgets = "noDroppedFrames@60 noDroppedFrames@120";
  return framegate_main(argc, argv);
}
