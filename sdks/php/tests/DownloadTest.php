<?php

declare(strict_types=1);

namespace Parley\Tests;

use Parley\Exception\ConnectionError;
use Parley\Exception\ServerError;
use Parley\Exception\TruncatedError;
use Parley\Options;
use PHPUnit\Framework\TestCase;

/** Downloads from a server that behaves badly. The file is `abcdef`. */
final class DownloadTest extends TestCase
{
    private const HEAD = "HTTP/1.1 200 OK\r\nETag: \"1\"\r\n";

    /** Only the size of the record tells a cut from the end of such a body. */
    private const CUT = [self::HEAD . "\r\nabc", 'close'];
    private const CUT_EARLY = [self::HEAD . "Content-Length: 6\r\n\r\nabc", 'close'];

    private Server $files;
    private Server $api;

    /** @dataProvider cuts */
    public function testABodyThatIsCutContinuesUntilItIsWhole(array $cut): void
    {
        $rest = Server::text('def', "Content-Range: bytes 3-5/6\r\n", '206 Partial Content');
        self::assertSame('abcdef', $this->content([$cut, $rest]));
        $this->files->request();
        self::assertMatchesRegularExpression('/^Range: bytes=3-\r?$/m', $this->files->request()['head']);
    }

    public function cuts(): iterable
    {
        yield 'with its connection' => [self::CUT];
        yield 'before its length' => [self::CUT_EARLY];
    }

    public function testABodyThatStaysTooShortIsAnError(): void
    {
        $this->expectException(TruncatedError::class);
        $this->content([self::CUT], maxRetries: 0);
    }

    public function testABodyThatIsLargerThanItsFileIsAnError(): void
    {
        $this->expectException(ConnectionError::class);
        $this->expectExceptionMessage('larger');
        $this->content([Server::text('abcdefg')]);
    }

    /** @dataProvider ranges */
    public function testAnotherRangeThanTheRestIsAnError(string $header): void
    {
        $this->expectException(TruncatedError::class);
        $this->content([self::CUT, Server::text('def', $header, '206 Partial Content')]);
    }

    public function ranges(): iterable
    {
        yield 'from the beginning' => ["Content-Range: bytes 0-2/6\r\n"];
        yield 'of a file that has changed' => ["Content-Range: bytes 3-5/7\r\n"];
        yield 'not told' => [''];
    }

    public function testAServerThatAsksForMoreThanAMinuteEndsTheDownload(): void
    {
        $this->expectException(ServerError::class);
        $this->content([Server::text('', "Retry-After: 2592000\r\n", '503 Service Unavailable')]);
    }

    public function testTheHeadersOfTheCallStayWithTheApi(): void
    {
        $this->content([Server::text('abcdef')], headers: ['X-Secret' => 'mine']);
        self::assertStringContainsString('X-Secret: mine', $this->api->request()['head']);
        $head = $this->files->request()['head'];
        self::assertStringNotContainsString('mine', $head);
        self::assertStringNotContainsString('Authorization', $head);
    }

    /** @param list<string|list<string>> $script of the server that has the file */
    private function content(array $script, mixed ...$options): string
    {
        $this->files = new Server($script);
        $this->api = new Server([Server::json(['data' => FakeTransport::file($this->files->url)])]);
        $end = hrtime(true) + 2e10;
        $options = new Options(...[...$options, 'signal' => static fn () => hrtime(true) > $end]);
        $download = $this->api->client()->files->download('file_a', $options);
        return implode('', iterator_to_array($download, false));
    }
}
