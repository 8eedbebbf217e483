// A list that is laid out while it scrolls: c++ -O2 -g layout.cpp -o layout
#define FRAMEGATE_MAIN
#include "framegate.h"

#include <string>
#include <vector>

namespace {

struct row {
  double top, height;
  std::string text;
};

// Rows as wide as the screen. In the middle of the animation, all of them get another text.
class list {
 public:
  explicit list(const framegate_parameters &parameters) : width(parameters.width) {
    rows.resize(static_cast<size_t>(parameters.layers));
    set_text("One line of text.");
  }

  void set_text(const std::string &text) {
    for (row &each : rows) each.text = text;
    is_laid_out = false;
  }

  // The number of rows on the screen.
  int scroll_to(double offset, double screen) {
    if (!is_laid_out) lay_out();
    int visible = 0;
    for (const row &each : rows) {
      visible += each.top + each.height > offset && each.top < offset + screen;
    }
    return visible;
  }

 private:
  std::vector<row> rows;
  double width;
  bool is_laid_out = false;

  void lay_out() {
    double top = 0;
    for (row &each : rows) {
      double length = 0, lines = 1;
      for (char letter : each.text) {
        length += letter == ' ' ? 4 : 8;
        if (length > width) length = 0, lines++;
      }
      each.top = top;
      each.height = 12 + 20 * lines;
      top += each.height;
    }
    is_laid_out = true;
  }
};

void join(void *) {
  std::string text;
  for (int i = 0; i < 100; i++) text += std::to_string(i);
  framegate_use(text.data(), text.size());
}

void *build(const framegate_parameters *parameters) { return new list(*parameters); }

void render(void *scene, const framegate_frame *frame) {
  list &shown = *static_cast<list *>(scene);
  if (frame->start < 0.25 && frame->time >= 0.25) {
    shown.set_text("Some more lines of text, which break where the screen ends. " + std::string(400, 'x'));
  }
  framegate_use_number(shown.scroll_to(1200 * frame->time, 667));
}

}  // namespace

int main(int argc, char **argv) {
  framegate_add_benchmark("demo.join", join)->operations = 100;
  framegate_entry *layout = framegate_add_scenario("demo.layout", 0.5, build, render);
  layout->tear_down = [](void *scene) { delete static_cast<list *>(scene); };
  layout->budgets = "noDroppedFrames@60 noDroppedFrames@120";
  return framegate_main(argc, argv);
}
