"""The published files served by nginx: the bytes and the tags of the application."""

import http.client
import os
import shutil
import signal
import subprocess

import pytest

from app.services.publication import publish_list
from app.settings import ROOT
from tests import orders
from tests.cli.processes import answers, free_port, wait_until

pytestmark = pytest.mark.long

NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
MODULE = "/usr/lib/nginx/modules/ngx_http_brotli_static_module.so"
NAMES = (
    "/data/versions.json",
    "/data/versions.csv",
    "/data/changes.json",
    "/data/feed.json",
    "/data/feed.atom",
    "/data/feeds/fiat.json",
    "/data/feeds/ds.atom",
    "/data/manifest.json",
    "/data/manifest.json.jws",
    "/data/snapshots/2026-03-02-000001.csv",
    "/feed.json",
)
COMPARED = (
    "Content-Type",
    "Content-Encoding",
    "ETag",
    "Last-Modified",
    "Cache-Control",
    "Access-Control-Allow-Origin",
    "Access-Control-Expose-Headers",
    "Cross-Origin-Resource-Policy",
    "X-Content-Type-Options",
)


def needed(path):
    if not os.path.exists(path):  # noqa: PTH110 - a path of the machine
        message = f"{path} is not on this machine (Debian: nginx-light and its brotli module)"
        if os.environ.get("SCORE_ENV_TEST_ALL"):
            pytest.fail(message)
        pytest.skip(message)


@pytest.fixture
def nginx(world, instance, tmp_path):
    """nginx on the example of docs/, its names replaced; the port it answers on."""
    needed(NGINX)
    needed(MODULE)
    orders.enter(world, ("Fiat", "600", "f6"), ("DS", "N°8", "n8"), on="2026-01-10")
    publish_list(instance / "public", clock=world.clock)
    port = free_port()
    text = (ROOT / "docs" / "nginx.conf").read_text(encoding="utf-8")
    for name, value in (
        ("PORTAL", "127.0.0.1:9"),
        ("PORT", str(port)),
        ("NAME", "localhost"),
        ("LOG", f"{tmp_path}/access.log"),
        ("INSTANCE", str(instance)),
        ("HEADERS", str(ROOT / "docs" / "nginx-headers.conf")),
    ):
        text = text.replace(name, value)
    temporary = "".join(
        f"{kind}_temp_path {tmp_path}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    path = tmp_path / "nginx.conf"
    path.write_text(
        f"load_module {MODULE};\nuser root;\npid {tmp_path}/pid;\nerror_log {tmp_path}/error.log;\n"
        f"events {{}}\nhttp {{\n{temporary}{text}\n}}\n",
        encoding="utf-8",
    )
    process = subprocess.Popen([NGINX, "-c", str(path), "-g", "daemon off;"])
    try:
        wait_until(lambda: answers(port))
        yield port
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=20)


def ask(port, name, headers, method="GET"):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request(method, name, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body, answer.headers


@pytest.fixture
def both(app, nginx):
    """The answers of nginx and of the application to one request."""

    def run(name, method="GET", **headers):
        named = {key.replace("_", "-"): value for key, value in headers.items()}
        named.setdefault("Accept-Encoding", "identity")
        ours = app.test_client().open(name, method=method, headers=named)
        return ask(nginx, name, named, method), (ours.status_code, ours.data, ours.headers)

    return run


@pytest.mark.parametrize("encoding", ["identity", "gzip", "br"])
def test_nginx_sends_the_bytes_and_the_tags_of_the_application(both, encoding):
    for name in NAMES:
        theirs, ours = both(name, Accept_Encoding=encoding)
        assert theirs[:2] == ours[:2], name
        assert theirs[0] == 200, name
        for header in COMPARED:
            assert theirs[2].get(header) == ours[2].get(header), (name, header)
        assert "Set-Cookie" not in theirs[2]


@pytest.mark.parametrize("encoding", ["identity", "gzip", "br"])
def test_what_is_known_is_not_sent_again_by_either(both, encoding):
    for name in NAMES:
        _, (_, _, headers) = both(name, Accept_Encoding=encoding)
        for asked in (
            {"If_None_Match": headers["ETag"]},
            {"If_None_Match": f'"other", W/{headers["ETag"]}'},
            {"If_None_Match": "*"},
            {"If_Modified_Since": headers["Last-Modified"]},
        ):
            theirs, ours = both(name, Accept_Encoding=encoding, **asked)
            assert (theirs[0], theirs[1]) == (ours[0], ours[1]) == (304, b""), (name, asked)
            assert theirs[2]["ETag"] == ours[2]["ETag"] == headers["ETag"]
        for asked in ({"If_None_Match": '"other"'}, {"If_None_Match": '"0-0"'}):
            theirs, ours = both(name, Accept_Encoding=encoding, **asked)
            assert (theirs[0], ours[0]) == (200, 200)
        theirs, ours = both(name, method="HEAD", Accept_Encoding=encoding)
        assert theirs[:2] == ours[:2] == (200, b"")
        assert theirs[2]["Content-Length"] == ours[2]["Content-Length"]
