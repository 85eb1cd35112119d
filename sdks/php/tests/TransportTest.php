<?php

declare(strict_types=1);

namespace Parley\Tests;

use Parley\Client;
use Parley\Exception\CancelledError;
use Parley\Exception\ConnectionError;
use Parley\Exception\DecodeError;
use Parley\Exception\TimeoutError;
use Parley\Exception\TruncatedError;
use Parley\File;
use Parley\Options;
use PHPUnit\Framework\TestCase;

/** What is sent over connections, to a server that behaves badly. */
final class TransportTest extends TestCase
{
    /** @var list<string> of files to delete */
    private array $paths = [];

    protected function tearDown(): void
    {
        array_map(unlink(...), $this->paths);
    }

    public function testCallsUseOneConnection(): void
    {
        $server = new Server([Server::tag('a'), Server::tag('b')]);
        $client = $server->client();
        $client->tags->get('tag_a');
        $client->tags->get('tag_b');
        self::assertSame([1, 1], [$server->request()['connection'], $server->request()['connection']]);
    }

    /** curl would send it again by itself, as the connection was used before. */
    public function testWithoutRetriesARequestIsSentOnceOnAReusedConnectionToo(): void
    {
        $server = new Server([Server::tag('a'), 'close', Server::tag('b')]);
        $client = $server->client(maxRetries: 0);
        $client->tags->get('tag_a');
        try {
            $client->tags->delete('tag_lost');
            self::fail('it succeeded');
        } catch (ConnectionError $error) {
            self::assertSame('unknown', $error->outcome);
            self::assertTrue($error->wasStale);
        }
        self::assertSame('b', $client->tags->get('tag_b')->name);
        $paths = array_map(static fn () => explode(' ', $server->request()['head'])[1], range(1, 3));
        self::assertSame(['/v1/tags/tag_a', '/v1/tags/tag_lost', '/v1/tags/tag_b'], $paths);
    }

    public function testAnAnswerThatIsCutOffIsAnError(): void
    {
        $server = new Server([["HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"data\":", 'close']]);
        $this->expectException(TruncatedError::class);
        $server->client(maxRetries: 0)->tags->get('tag_a');
    }

    public function testAnAnswerThatComesTwiceIsTakenOnce(): void
    {
        $server = new Server([Server::tag('a') . Server::tag('a'), Server::tag('b')]);
        $client = $server->client();
        $client->tags->get('tag_a');
        self::assertSame('b', $client->tags->get('tag_b')->name);
    }

    /** @dataProvider strays */
    public function testBytesThatComeBetweenTwoRequestsAreNoAnswer(string $stray): void
    {
        $server = new Server([[Server::tag('a'), 'wait', $stray], Server::tag('b'), Server::tag('b')]);
        $client = $server->client();
        $client->tags->get('tag_a');
        $server->request();
        $server->proceed();
        self::assertSame('b', $client->tags->get('tag_b')->name);
    }

    public function strays(): iterable
    {
        yield 'a record' => [$this->stray()];
        yield 'an error of an earlier request' => [Server::json([], status: '404 Not Found')];
    }

    /** @dataProvider methods */
    public function testBytesThatTlsHasDecryptedTooMuchAreNoAnswer(\Closure $call): void
    {
        [$head, $body] = explode("\r\n\r\n", Server::tag('a'));
        $first = ["$head\r\n\r\n", $body . $this->stray()];
        $certificate = new Certificate();
        $server = new Server([$first, Server::tag('b'), Server::tag('b')], $certificate->path);
        $client = $server->client(ca: $certificate->path, timeScale: 0.1, timeout: 100, connectTimeout: 100);
        $client->tags->get('tag_a');
        self::assertSame('b', $call($client)->name);
        self::assertSame(1, $server->request()['connection']);
    }

    public function methods(): iterable
    {
        yield 'a read' => [static fn (Client $client) => $client->tags->get('tag_b')];
        yield 'a write' => [static fn (Client $client) => $client->tags->create(name: 'b')];
    }

    public function testAConnectionIsKeptOnlyIfItsAnswersCanBeToldApart(): void
    {
        $unknown = Server::json(['data' => FakeTransport::tag('b')], '');
        $server = new Server([$unknown, Server::tag('a'), $unknown, Server::tag('c'), Server::tag('d')]);
        $client = $server->client();
        $client->tags->get('tag_b');
        $client->tags->get('tag_a');
        // Its answer is refused on the connection that was used before, and the read goes to the next one.
        self::assertSame('c', $client->tags->get('tag_c')->name);
        $client->tags->get('tag_d', options: new Options(headers: ['X-Request-Id' => 'not repeated']));
        $connections = array_map(static fn () => $server->request()['connection'], range(1, 5));
        self::assertSame([1, 2, 2, 3, 4], $connections);
    }

    public function testAFileThatGrowsIsSentAsLongAsItWas(): void
    {
        $server = new Server([Server::json(['data' => FakeTransport::file()]), Server::tag('a')]);
        $client = $server->client();
        $path = $this->path('one');
        $file = File::fromPath($path);
        file_put_contents($path, ' and two', FILE_APPEND);
        $client->files->upload(file: $file);
        $client->tags->get('tag_a');
        self::assertMatchesRegularExpression("/\r\n\r\none\r\n--\w+--\r\n$/D", $server->request()['body']);
        self::assertStringStartsWith('GET /v1/tags/tag_a ', $server->request()['head']);
    }

    public function testAFileThatShrinksEndsTheConnection(): void
    {
        $server = new Server([Server::json([])]);
        $path = $this->path('one and two');
        $file = File::fromPath($path);
        file_put_contents($path, 'one');
        try {
            $server->client(timeout: 2)->files->upload(file: $file);
            self::fail('it succeeded');
        } catch (ConnectionError $error) {
            self::assertStringContainsString('shorter', $error->getMessage());
            self::assertCount(1, $error->attempts);
        }
        self::assertStringEndsNotWith("--\r\n", $server->request()['body']);
    }

    /** @dataProvider successes */
    public function testADeletionSucceedsWithAnEmpty204Alone(string $answer): void
    {
        $server = new Server([Server::text('', status: '204 No Content'), $answer]);
        $client = $server->client();
        self::assertSame(204, $client->tags->delete('tag_a')->status);
        try {
            $client->tags->delete('tag_b');
            self::fail('it succeeded');
        } catch (DecodeError $error) {
            self::assertSame('unknown', $error->outcome);
            self::assertCount(1, $error->attempts);
        }
    }

    public function successes(): iterable
    {
        yield 'the page of a proxy' => [Server::text('<html>Sign in</html>', "Content-Type: text/html\r\n")];
        yield 'an empty 200' => [Server::text('')];
        yield 'an empty 202' => [Server::text('', status: '202 Accepted')];
    }

    /** @dataProvider variables */
    public function testTheEnvironmentSaysWhatGoesThroughAProxy(string $exceptions, string $host, bool $isDirect): void
    {
        $server = new Server([Server::tag('a')]);
        $proxy = new Server([Server::tag('b')]);
        $port = parse_url($server->url, PHP_URL_PORT);
        putenv("http_proxy=$proxy->url");
        putenv('no_proxy=' . str_replace('PORT', (string) $port, $exceptions));
        try {
            $client = $server->client(baseUrl: "http://$host:$port", allowInsecure: true);
        } finally {
            putenv('http_proxy');
            putenv('no_proxy');
        }
        self::assertSame($isDirect ? 'a' : 'b', $client->tags->get('tag_a')->name);
    }

    public function variables(): iterable
    {
        yield 'not this machine' => ['', '127.0.0.1', true];
        yield 'nor by a name' => ['', 'localhost', true];
        yield 'nor by a name below that' => ['', 'parley.LocalHost', true];
        yield 'another address' => ['', '0.0.0.0', false];
        yield 'an exception' => ['example.com, 0.0.0.0', '0.0.0.0', true];
        yield 'an exception for a port' => ['example.com:80,0.0.0.0:PORT', '0.0.0.0', true];
        yield 'an exception for another port' => ['0.0.0.0:1,[::1]:PORT', '0.0.0.0', false];
    }

    public function testSilenceEndsAtTheTimeLimit(): void
    {
        $server = new Server([[]]);
        $start = hrtime(true);
        try {
            $server->client(maxRetries: 0, timeout: 0.2)->tags->get('tag_a');
            self::fail('it succeeded');
        } catch (TimeoutError $error) {
            self::assertGreaterThanOrEqual(0.19, (hrtime(true) - $start) / 1e9);
        }
    }

    public function testASignalCancelsACall(): void
    {
        $server = new Server([[]]);
        $end = hrtime(true) + 1e8;
        $this->expectException(CancelledError::class);
        $options = new Options(signal: static fn () => hrtime(true) > $end);
        $server->client()->tags->get('tag_a', options: $options);
    }

    public function testAPoolReturnsEachResultByItsKey(): void
    {
        $server = new Server(array_fill(0, 8, Server::tag('a')));
        $client = $server->client();
        $names = array_combine(['x', 'y', 3, 'z'], ['a', 'a', 'a', 'a']);
        $calls = array_map(static fn () => static fn () => $client->tags->get('tag_a')->name, $names);
        self::assertSame($names, $client->pool($calls));
        $this->expectException(\LogicException::class);
        $client->pool([static fn () => $client->tags->get('tag_a'), static fn () => throw new \LogicException('mine')]);
    }

    /** An answer that nobody has asked for. */
    private function stray(): string
    {
        return Server::json(['data' => FakeTransport::tag('stray')], '');
    }

    private function path(string $content): string
    {
        $path = tempnam(sys_get_temp_dir(), 'parley');
        $this->paths[] = $path;
        file_put_contents($path, $content);
        return $path;
    }
}
