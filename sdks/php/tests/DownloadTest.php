<?php

declare(strict_types=1);

namespace Parley\Tests;

use Parley\Core\HttpResponse;
use Parley\Exception\ApiError;
use Parley\Exception\ConnectionError;
use Parley\Exception\DecodeError;
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

    public function testAttemptsThatBringLittleAreFailures(): void
    {
        $next = static fn (int $at) => [
            "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes $at-5/6\r\n\r\n" . 'abcdef'[$at],
            'close',
        ];
        try {
            $this->content([[self::HEAD . "\r\na", 'close'], ...array_map($next, range(1, 5))]);
            self::fail('it succeeded');
        } catch (TruncatedError) {
            $times = array_map(fn () => $this->files->request()['at'], range(1, 4));
            // Twice the delay of the one before, of which at least half is left.
            self::assertGreaterThanOrEqual(0.25, $times[1] - $times[0]);
            self::assertGreaterThanOrEqual(0.5, $times[2] - $times[1]);
            self::assertGreaterThanOrEqual(1, $times[3] - $times[2]);
        }
    }

    public function testADownloadThatGoesOnMayBeCutOften(): void
    {
        $piece = str_repeat('x', 65_536);
        $size = 5 * 65_536;
        $part = static fn (int $at) => [
            "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes $at-" . $size - 1 . "/$size\r\n\r\n$piece",
            'close',
        ];
        $parts = array_map($part, range(65_536, $size - 1, 65_536));
        self::assertSame($size, strlen($this->content([[self::HEAD . "\r\n$piece", 'close'], ...$parts], $size)));
    }

    /** @dataProvider redirects */
    public function testARedirectIsFollowed(string $location, string $path): void
    {
        $this->content([$this->redirect($location), Server::text('abcdef')], link: '/folder/link?signature=a');
        $this->files->request();
        self::assertStringStartsWith("GET $path HTTP/", $this->files->request()['head']);
    }

    public function redirects(): iterable
    {
        yield 'to a URL' => ['HTTP://{address}/other?a=b', '/other?a=b'];
        yield 'to a host' => ['//{address}/other', '/other'];
        yield 'to a path' => ['/other', '/other'];
        yield 'to a neighbour' => ['other', '/folder/other'];
        yield 'to what would be another host behind the own one' => ['.example.com/', '/folder/.example.com/'];
        yield 'to a query' => ['?a=b', '/folder/link?a=b'];
    }

    /** @dataProvider unsafe */
    public function testALinkOfHttpsLeadsToNothingElse(string $location): void
    {
        $certificate = new Certificate();
        try {
            $this->content([$this->redirect($location), Server::text('abcdef')], certificate: $certificate);
            self::fail('it succeeded');
        } catch (ApiError $error) {
            self::assertSame(302, $error->status);
        }
    }

    public function unsafe(): iterable
    {
        yield 'http' => ['http://127.0.0.1:1/'];
        yield 'http, in capitals' => ['HTTP://127.0.0.1:1/'];
        yield 'another scheme' => ['ftp://127.0.0.1:1/'];
        yield 'a file' => ['file:///etc/hostname'];
        yield 'no host' => ['https:///'];
    }

    public function testALinkOfHttpsLeadsToHttps(): void
    {
        $answers = [$this->redirect('https://{address}/other'), Server::text('abcdef')];
        self::assertSame('abcdef', $this->content($answers, certificate: new Certificate()));
    }

    public function testARedirectLeadsToNoOtherScheme(): void
    {
        $this->expectException(ApiError::class);
        $this->content([$this->redirect('ftp://127.0.0.1:1/')]);
    }

    public function testALinkIsOfHttpOrHttps(): void
    {
        $record = FakeTransport::json(['data' => FakeTransport::file('file:///etc/hostname')]);
        $transport = new FakeTransport([$record, new HttpResponse(200, [], ['abcdef'])]);
        $this->expectException(DecodeError::class);
        iterator_to_array($transport->client()->files->download('file_a'));
    }

    private function redirect(string $location): string
    {
        return Server::text('', "Location: $location\r\n", '302 Found');
    }

    /** @param list<string|list<string>> $script of the server that has the file */
    private function content(
        array $script,
        int $size = 6,
        string $link = '',
        ?Certificate $certificate = null,
        mixed ...$options,
    ): string {
        $this->files = new Server($script, $certificate?->path);
        $this->api = new Server([Server::json(['data' => FakeTransport::file($this->files->url . $link, $size)])]);
        $end = hrtime(true) + 2e10;
        $options = new Options(...[...$options, 'signal' => static fn () => hrtime(true) > $end]);
        $download = $this->api->client(ca: $certificate?->path)->files->download('file_a', $options);
        return implode('', iterator_to_array($download, false));
    }
}
