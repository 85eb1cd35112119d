"""Uploads and downloads."""

from __future__ import annotations

import io
import shutil
import ssl
import subprocess
import tempfile
import time
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import parley
from local_server import SCALED, Answer, LocalServer, Received, error, record
from parley import FileUpload, Parley


def client_of(server: LocalServer) -> Parley:
    return Parley(base_url=server.url, **SCALED)


class UploadTest(unittest.TestCase):
    def test_an_open_file_is_sent_again_from_where_it_was(self) -> None:
        file = io.BytesIO(b"0123456789")
        file.seek(4)
        with LocalServer([error(503, "service_unavailable"), record()]) as server, client_of(server) as client:
            client.files.upload(file=FileUpload(file, name='größe "x"\r\n.txt', content_type="text/plain"), folder="a")
        first, second = server.received
        self.assertEqual(first.body, second.body)
        self.assertIn(
            'name="file"; filename="größe %22x%22%0D%0A.txt"\r\nContent-Type: text/plain\r\n\r\n456789\r\n'.encode(), first.body
        )

    def test_pieces_get_one_attempt(self) -> None:
        def pieces() -> Iterator[bytes]:
            yield b"some "
            yield b"bytes"

        with LocalServer([error(503, "service_unavailable")]) as server, client_of(server) as client:
            with self.assertRaises(parley.ServiceUnavailableError):
                client.files.upload(file=pieces())
        self.assertIn(b"some bytes", server.received[0].body)
        self.assertEqual(server.received[0].headers["transfer-encoding"], "chunked")

    def test_ids_of_files_are_sent_as_json(self) -> None:
        with LocalServer([record(), record()]) as server, client_of(server) as client:
            client.conversations.messages.create("conv_1", body="See", attachments=["file_1"])
            client.conversations.messages.create("conv_1", body="See", attachments=[b"x"])
        self.assertEqual(server.received[0].body, b'{"body":"See","attachments":["file_1"]}')
        self.assertIn(b'name="attachments[]"; filename="file"', server.received[1].body)

    def test_a_text_is_no_file(self) -> None:
        with LocalServer([]) as server, client_of(server) as client, self.assertRaises(parley.ConfigurationError):
            client.files.upload(file="invoice.pdf")  # type: ignore[arg-type]


class DownloadTest(unittest.TestCase):
    content = bytes(range(256)) * 1000

    def answer(self, received: Received) -> Answer:
        if received.path.startswith("/v1/files/"):
            return Answer(200, {"data": {"id": "file_1", "url": "/link"}})
        start = received.headers.get("range")
        if start is None:
            return Answer(200, self.content, {"ETag": '"e"'}, cut=100_000)
        offset = int(start.removeprefix("bytes=").removesuffix("-"))
        part = f"bytes {offset}-{len(self.content) - 1}/{len(self.content)}"
        return Answer(206, self.content[offset:], {"ETag": '"e"', "Content-Range": part})

    def test_a_cut_is_resumed_without_the_credential(self) -> None:
        with LocalServer(self.answer) as server, client_of(server) as client, tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "copy"
            self.assertEqual(client.files.download("file_1").save(path), len(self.content))
            self.assertEqual(path.read_bytes(), self.content)
            self.assertEqual([one.name for one in Path(folder).iterdir()], ["copy"])
            download = client.files.download("file_1")
            self.assertEqual([b"".join(download) for _ in range(2)], [self.content, self.content])
            links = [one for one in server.received if one.path == "/link"]
            self.assertEqual([one.headers.get("if-range") for one in links], [None, '"e"'] * 3)
            self.assertFalse(any("authorization" in one.headers for one in links))

    def test_a_file_that_is_not_all_there_is_an_error(self) -> None:
        etag = {"ETag": '"e"'}
        cut = Answer(200, b"01234", etag, is_delimited=False)
        cases: dict[str, tuple[int | None, list[Answer]]] = {
            "cut, and as long as nobody knows": (None, [Answer(200, b"0123456789", is_delimited=False)]),
            "shorter than its record": (10, [Answer(200, b"01234")]),
            "longer than its record": (10, [Answer(200, b"0123456789a", etag)]),
            "resumed elsewhere": (10, [cut, Answer(206, b"6789", {**etag, "Content-Range": "bytes 6-9/10"})]),
            "resumed nowhere": (10, [cut, Answer(206, b"56789", etag)]),
            "resumed in another file": (10, [cut, Answer(206, b"56789", {**etag, "Content-Range": "bytes 5-9/11"})]),
            "a part that nobody asked for": (10, [Answer(206, b"56789", {**etag, "Content-Range": "bytes 5-9/10"})]),
        }
        for name, (size, answers) in cases.items():
            with (
                self.subTest(name),
                LocalServer([record(url="/link", size=size), *answers]) as server,
                client_of(server) as client,
                tempfile.TemporaryDirectory() as folder,
            ):
                with self.assertRaises(parley.TruncatedError):
                    client.files.download("file_1").save(Path(folder) / "copy")
                self.assertEqual(list(Path(folder).iterdir()), [])
                self.assertEqual(len(server.received), 1 + len(answers))

    def test_a_link_that_is_none_is_an_error(self) -> None:
        for url in (None, 5, [], "http://[", f"https://{'ü' * 64}/", "ftp://files.example/"):
            with self.subTest(url), LocalServer([record(url=url, size="10")]) as server, client_of(server) as client:
                with self.assertRaises(parley.ConfigurationError):
                    list(client.files.download("file_1"))

    def test_a_body_without_a_length_is_resumed_until_the_file_is_complete(self) -> None:
        etag = {"ETag": '"e"'}
        script = [
            record(url="/link", size=10),
            Answer(200, b"01234", etag, is_delimited=False),
            Answer(206, b"56789", {**etag, "Content-Range": "bytes 5-9/10"}, is_delimited=False),
        ]
        with LocalServer(script) as server, client_of(server) as client:
            self.assertEqual(b"".join(client.files.download("file_1")), b"0123456789")

    def elapsed(self, content: bytes, cut: int, time_scale: float) -> float:
        """Seconds that a download takes whose connection is closed each time that so many bytes have come."""

        def answer(received: Received) -> Answer:
            if received.path.startswith("/v1/files/"):
                return record(url="/link", size=len(content))
            offset = int(received.headers.get("range", "bytes=0-").removeprefix("bytes=").removesuffix("-"))
            part = {"ETag": '"e"', "Content-Range": f"bytes {offset}-{len(content) - 1}/{len(content)}"}
            return Answer(206, content[offset:], part, cut=cut)

        started = time.monotonic()
        options: Any = {**SCALED, "time_scale": time_scale}
        with LocalServer(answer) as server, Parley(base_url=server.url, **options) as client:
            self.assertEqual(b"".join(client.files.download("file_1")), content)
        return time.monotonic() - started

    def test_cuts_after_few_bytes_are_resumed_after_growing_waits(self) -> None:
        self.assertGreater(self.elapsed(b"0123456", 1, 0.1), 0.1 * (0.25 + 0.5 + 1 + 2 + 4 + 4))

    def test_a_cut_after_many_bytes_is_resumed_at_once(self) -> None:
        # The shortest wait would be of 25 s.
        self.assertLess(self.elapsed(bytes(3 * 1024 * 1024), 1024 * 1024, 100), 25)


class RedirectTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        if shutil.which("openssl") is None:
            raise unittest.SkipTest("The program openssl makes the certificate.")
        folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        cls.certificate, key = f"{folder}/certificate.pem", f"{folder}/key.pem"
        words = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1"
        command = ["openssl", *words.split(), "-keyout", key, "-out", cls.certificate]
        subprocess.run(command, check=True, capture_output=True)
        cls.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        cls.tls.load_cert_chain(cls.certificate, key)

    def download(self, link: str) -> bytes:
        with LocalServer([record(url=link, size=4)]) as server:
            with Parley(base_url=server.url, ca=self.certificate, **SCALED) as client:
                return b"".join(client.files.download("file_1"))

    def test_a_link_of_https_goes_on_to_https_alone(self) -> None:
        script: list[Answer] = []
        with LocalServer(lambda _: Answer(200, b"%PDF")) as plain, LocalServer(script, tls=self.tls) as secure:
            for location in (plain.url, plain.url.replace("http:", "HTTP:"), "ftp://127.0.0.1/", "file:///etc/hostname"):
                script.append(Answer(302, b"", {"Location": location}))
                with self.subTest(location), self.assertRaises(parley.ConfigurationError):
                    self.download(secure.url.replace("https:", "HTTPS:"))
            self.assertEqual(plain.received, [])
            script.extend([Answer(302, b"", {"Location": f"{secure.url}/copy"}), Answer(200, b"%PDF")])
            self.assertEqual(self.download(secure.url), b"%PDF")

    def test_a_link_of_http_goes_on_to_https(self) -> None:
        with LocalServer([Answer(200, b"%PDF")], tls=self.tls) as secure:
            with LocalServer([Answer(302, b"", {"Location": secure.url})]) as plain:
                self.assertEqual(self.download(plain.url), b"%PDF")


if __name__ == "__main__":
    unittest.main()
