# An entry of 2003: a page with a form, made by a program that knows nothing of us. The session travels in a hidden field
# and must be that of the cookie; markup is of its time, text is Latin-1, every answer repeats the conversation.
# Answers /frames/ as a set of frames too. Its argument is its port, 0 for a free one; its first line of output is its
# address.
import html, http.cookies, http.server, itertools, sys, urllib.parse

sessions, numbers = {}, itertools.count(1)

def reply(line):
    words = line.rstrip(".!?").split()
    if not words:
        return "You say nothing?"
    return "Why do you say \u00ab" + " ".join(words) + "\u00bb?\nTell me more about " + words[-1] + "."

class Page(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.0"

    def log_message(self, *_):
        pass

    def send(self, status, text, *headers):
        self.send_response(status)
        self.send_header("Content-Type", "text/html")
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text.encode("latin-1", "xmlcharrefreplace"))

    def page(self, number, log, *headers):
        rows = ""
        for who, text in log:
            color = "#0000FF" if who == "You" else "#FF0000"
            text = html.escape(text).replace("\n", "<BR>")
            rows += "<TR><TD>" + who + ":<TD><FONT COLOR='" + color + "'>" + text + "</FONT>\n"
        self.send(200, """<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=iso-8859-1">
<TITLE>Talk to Ren\u00e9</TITLE><BODY BGCOLOR=#FFFFFF><CENTER><TABLE BORDER=0>
<FORM METHOD=POST ACTION=talk><INPUT TYPE=hidden NAME=session VALUE="%d">
%s<TR><TD>You:<TD><INPUT NAME=line SIZE=60><INPUT TYPE=submit NAME=go VALUE="Say it">
</FORM></TABLE></CENTER>""" % (number, rows), *headers)

    def do_GET(self):
        if self.path == "/frames/":
            return self.send(200, "<FRAMESET ROWS='50%,*'><FRAME SRC=log><FRAME SRC=form></FRAMESET>")
        number = next(numbers)
        sessions[number] = [("Ren\u00e9", "Good day. I am Ren\u00e9.")]
        self.page(number, sessions[number], ("Set-Cookie", "talk=%d; path=/" % number), ("Set-Cookie", "seen=1"))

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode("ascii")
        form = urllib.parse.parse_qs(body, keep_blank_values=True, encoding="latin-1")
        cookie = http.cookies.SimpleCookie(self.headers.get("Cookie", "")).get("talk")
        number = int(form["session"][0])
        if cookie is None or cookie.value != str(number) or form.get("go") != ["Say it"]:
            return self.send(403, "<P>Not your session.")
        line = form["line"][0]
        if line == "fail":
            return self.send(500, "<P>Software error.")
        sessions[number] += [("You", line), ("Ren\u00e9", reply(line))]
        self.page(number, sessions[number])

server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Page)
print("http://127.0.0.1:%d/" % server.server_port, flush=True)
server.serve_forever()
