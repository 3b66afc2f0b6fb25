"""An SMTP server (aiosmtpd) that writes each mail, as Python's own parser reads it, as a line of JSON into a file.

Arguments: port, user, password, file.
"""

import json
import sys
import threading
from email import message_from_bytes
from email.policy import default

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

PORT, USER, PASSWORD, FILE = sys.argv[1:5]


class Mails:
    async def handle_DATA(self, server, session, envelope):
        mail = message_from_bytes(envelope.content, policy=default)

        def body(kind):
            part = mail.get_body((kind,))
            return None if part is None else part.get_content()

        line = {
            "id": mail["message-id"].strip(),
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "subject": mail["subject"],
            "text": body("plain"),
            "html": body("html"),
            "defects": [str(defect) for defect in mail.defects],
        }
        with open(FILE, "a", encoding="utf-8") as out:
            out.write(json.dumps(line) + "\n")
        return "250 2.0.0 kept by aiosmtpd"


def check(server, session, envelope, mechanism, login):
    right = login.login == USER.encode() and login.password == PASSWORD.encode()
    return AuthResult(success=right, handled=right)


Controller(
    Mails(),
    hostname="127.0.0.1",
    port=int(PORT),
    authenticator=check,
    auth_required=True,
    auth_require_tls=False,
    enable_SMTPUTF8=True,
).start()
threading.Event().wait()
