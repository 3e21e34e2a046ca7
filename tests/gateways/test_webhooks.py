"""Messages over TLS: to public addresses, once resolved, never elsewhere, never for long."""

import contextlib
import http.server
import ssl
import subprocess
import threading
import time
from typing import ClassVar

import pytest

from app.gateways import webhooks
from app.gateways.webhooks import HttpsWebhooks, NotDeliveredError, Reply, resolved


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A certificate of `exemple.test`, signed by itself."""
    folder = tmp_path_factory.mktemp("tls")
    key, cert = folder / "key.pem", folder / "cert.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-nodes", "-keyout", str(key), "-out", str(cert), "-days", "2"),
            *("-subj", "/CN=exemple.test", "-addext", "subjectAltName=DNS:exemple.test"),
        ],
        check=True,
        capture_output=True,
    )
    return key, cert


class Answers(http.server.BaseHTTPRequestHandler):
    """Answers as its address says."""

    seen: ClassVar = []

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        Answers.seen.append((self.path, dict(self.headers), body))
        if self.path == "/silent":
            time.sleep(3)
        if self.path == "/elsewhere":
            self.send_response(302)
            self.send_header("Location", "https://exemple.test/inside")
            self.end_headers()
            return
        self.send_response(200)
        self.end_headers()
        if self.path == "/drip":
            for _ in range(40):
                with contextlib.suppress(OSError):
                    self.wfile.write(b".")
                    self.wfile.flush()
                time.sleep(0.1)
        elif self.path == "/flood":
            with contextlib.suppress(OSError):
                for _ in range(100):
                    self.wfile.write(b"x" * 100_000)
        else:
            self.wfile.write(b'{"ok": true}')

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture
def served(certificate, monkeypatch):
    """A server on loopback; a sender that may call it under the name `exemple.test`."""
    key, cert = certificate
    Answers.seen = []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setattr(webhooks, "WHOLE_SECONDS", 1)
    trusting = ssl.create_default_context(cafile=cert)

    def sender(allowed=lambda number: number == "127.0.0.1", resolve=lambda *_: ["127.0.0.1"]):
        return HttpsWebhooks(resolve=resolve, context=trusting, allowed=allowed)

    sender.address = f"https://exemple.test:{server.server_port}"
    yield sender
    server.shutdown()
    server.server_close()


def test_a_message_arrives_under_the_name_of_the_certificate(served):
    reply = served().post(
        f"{served.address}/liste?x=1", b"{}", {"Score-Sequence": "3"}, listen=True
    )
    assert (reply.status, reply.body) == (200, b'{"ok": true}')
    ((path, headers, body),) = Answers.seen
    assert (path, body) == ("/liste?x=1", b"{}")
    assert headers["Score-Sequence"] == "3"
    assert headers["Content-Type"] == "application/json"
    assert headers["Host"].startswith("exemple.test")


def test_a_redirect_is_not_followed(served):
    assert served().post(f"{served.address}/elsewhere", b"{}", {}).status == 302
    assert [path for path, _, _ in Answers.seen] == ["/elsewhere"]


@pytest.mark.long
@pytest.mark.parametrize("path", ["/silent", "/drip"])
def test_a_slow_answer_is_cut(served, path):
    started = time.monotonic()
    with pytest.raises(NotDeliveredError, match="pas à temps"):
        served().post(f"{served.address}{path}", b"{}", {}, listen=True)
    assert time.monotonic() - started < 2.5


def test_a_status_is_an_answer_whatever_follows(served):
    """The message was received: what is said of it afterwards is not waited for."""
    started = time.monotonic()
    assert served().post(f"{served.address}/drip", b"{}", {}) == Reply(status=200, body=b"")
    assert time.monotonic() - started < 1


def test_a_flood_is_read_in_part(served):
    assert len(served().post(f"{served.address}/flood", b"{}", {}, listen=True).body) == 10_000


def test_an_unknown_certificate_is_refused(served):
    stranger = HttpsWebhooks(resolve=lambda *_: ["127.0.0.1"], allowed=lambda _: True)
    with pytest.raises(NotDeliveredError, match="TLS"):
        stranger.post(f"{served.address}/", b"{}", {})
    assert Answers.seen == []


@pytest.mark.parametrize(
    "numbers", [["127.0.0.1"], ["10.0.0.1"], ["93.184.216.34", "127.0.0.1"], ["::1"], []]
)
def test_a_name_that_leads_inside_is_not_called(numbers):
    inside = HttpsWebhooks(resolve=lambda *_: numbers)
    with pytest.raises(NotDeliveredError, match="n’est pas publique"):
        inside.post("https://exemple.test/", b"{}", {})


def test_a_name_is_resolved_once(served):
    """What it would answer a second time does not matter: the number that was checked is called."""
    asked = []

    def fickle(host, port):
        asked.append((host, port))
        return ["127.0.0.1"] if len(asked) == 1 else ["10.0.0.1"]

    assert served(resolve=fickle).post(f"{served.address}/", b"{}", {}).status == 200
    assert len(asked) == 1


def test_a_name_that_does_not_exist_is_said(served):
    with pytest.raises(NotDeliveredError, match="n’existe pas"):
        HttpsWebhooks(resolve=_unknown).post("https://nulle-part.test/", b"{}", {})
    with pytest.raises(NotDeliveredError, match="ne répond pas"):
        served().post("https://exemple.test:1/", b"{}", {})
    assert resolved("127.0.0.1", 443) == ["127.0.0.1"]


def _unknown(*_):
    raise OSError
