"""Uploads and downloads."""

from __future__ import annotations

import io
import tempfile
import unittest
from collections.abc import Iterator
from pathlib import Path

import parley
from local_server import Answer, LocalServer, Received, error, record
from parley import FileUpload, Parley

KEY = "sk_test_0123456789abcdef"


def client_of(server: LocalServer) -> Parley:
    return Parley(base_url=server.url, api_key=KEY, time_scale=0.01, timeout=500, total_timeout=2000)


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
        return Answer(206, self.content[offset:], {"ETag": '"e"'})

    def test_a_cut_is_resumed_without_the_credential(self) -> None:
        with LocalServer(self.answer) as server, client_of(server) as client, tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "copy"
            self.assertEqual(client.files.download("file_1").save(path), len(self.content))
            self.assertEqual(path.read_bytes(), self.content)
            self.assertEqual([one.name for one in Path(folder).iterdir()], ["copy"])
            self.assertEqual(b"".join(client.files.download("file_1")), self.content)
            links = [one for one in server.received if one.path == "/link"]
            self.assertEqual([one.headers.get("if-range") for one in links], [None, '"e"', None, '"e"'])
            self.assertFalse(any("authorization" in one.headers for one in links))


if __name__ == "__main__":
    unittest.main()
