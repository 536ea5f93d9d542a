// A whole snake without a library: it goes where no wall and no body is. Build it with `cc -O2 -o first first.c`.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The comma or bracket that follows a JSON value.
static char *after(char *at) {
  int depth = 0, isText = 0;
  for (; isText || depth > 0 || !strchr(",]}", *at); at++) {
    if (*at == '"') isText = !isText;
    if (isText && *at == '\\') at++;
    if (!isText) depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
  }
  return at;
}

// The value of a member of a JSON object, or NULL.
static char *get(char *object, const char *name) {
  size_t length = strlen(name);
  for (char *at = object; *at != '}'; at = after(strchr(at + 2, '"') + 2))
    if (strncmp(at + 2, name, length) == 0 && at[2 + length] == '"') return at + length + 4;
  return NULL;
}

static int number(char *object, const char *name) { return atoi(get(object, name)); }

int main(void) {
  const char *moves[] = {"up", "right", "down", "left"};
  const int dx[] = {0, 1, 0, -1}, dy[] = {1, 0, -1, 0};
  char *line = NULL;
  for (size_t size = 0; getline(&line, &size, stdin) > 0; fflush(stdout)) {
    char *type = get(line, "type");
    if (strncmp(type, "\"hello\"", 7) == 0) puts("{\"type\":\"hello\",\"protocol\":1,\"customization\":{\"color\":\"#5c6bc0\"}}");
    if (strncmp(type, "\"move\"", 6) != 0) continue;
    char *turn = get(line, "turn"), *board = get(turn, "board"), *head = get(get(turn, "you"), "head");
    char taken[100][100] = {{0}};
    for (char *snake = get(board, "snakes"); *snake != ']'; snake = after(snake + 1))
      for (char *cell = get(snake + 1, "body"); *cell != ']'; cell = after(cell + 1))
        taken[number(cell + 1, "x")][number(cell + 1, "y")] = 1;
    int best = 0;
    for (int step = 0; step < 4; step++) {
      int x = number(head, "x") + dx[step], y = number(head, "y") + dy[step];
      int isOnBoard = x >= 0 && y >= 0 && x < number(board, "width") && y < number(board, "height");
      if (isOnBoard && !taken[x][y]) best = step;
    }
    printf("{\"id\":%d,\"move\":\"%s\"}\n", number(line, "id"), moves[best]);
  }
  return 0;
}
