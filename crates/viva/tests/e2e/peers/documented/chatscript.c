/* What ChatScript does on its console, which no Debian package brings: without `login=` the first line is the name of a user; it
   writes by blocks where nobody is at a terminal; a reply ends with the next prompt; a line that begins with `:` is a command;
   the end of its input is no end. */
#include <stdio.h>
#include <string.h>

static char line[1 << 16];

int main(int count, char **words) {
    int local = 0, login = 0;
    for (int n = 1; n < count; n++) {
        local |= !strcmp(words[n], "local");
        login |= !strncmp(words[n], "login=", 6);
    }
    if (!local)
        return 4;
    printf("ChatScript EVALUATION\r\n");
    if (!login) {
        printf("\r\nEnter user name: ");
        if (!fgets(line, sizeof line, stdin))
            return 4;
    }
    printf("\r\nHARRY:  Welcome.\r\nUSER: > ");
    for (;;) {
        if (!fgets(line, sizeof line, stdin)) {
            clearerr(stdin);
            continue;
        }
        line[strcspn(line, "\r\n")] = 0;
        if (!strcmp(line, ":quit"))
            return 0;
        if (*line == ':')
            printf("HARRY:  No such command.\r\nUSER: > ");
        else
            printf("HARRY:  I have heard %d letters.\r\n  Go on.\r\nUSER: > ", (int)strlen(line));
    }
}
