<?php

declare(strict_types=1);

namespace Parley\Tests;

use Parley\Client;
use Parley\Exception\CancelledError;
use Parley\Exception\ConnectionError;
use Parley\Exception\TimeoutError;
use Parley\Exception\TruncatedError;
use Parley\Options;
use PHPUnit\Framework\TestCase;

/** What is sent over connections, to a server that behaves badly. */
final class TransportTest extends TestCase
{
    public function testCallsUseOneConnection(): void
    {
        $server = new Server([$this->tag('a'), $this->tag('b')]);
        $client = $this->client($server);
        $client->tags->get('tag_a');
        $client->tags->get('tag_b');
        self::assertSame([1, 1], [$server->request()['connection'], $server->request()['connection']]);
    }

    /** curl would send it again by itself, as the connection was used before. */
    public function testWithoutRetriesARequestIsSentOnceOnAReusedConnectionToo(): void
    {
        $server = new Server([$this->tag('a'), 'close', $this->tag('b')]);
        $client = $this->client($server, maxRetries: 0);
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
        $server = new Server(["HTTP/1.1 200 OK\r\nContent-Length: 100\r\nConnection: close\r\n\r\n{\"data\":"]);
        $this->expectException(TruncatedError::class);
        $this->client($server, maxRetries: 0)->tags->get('tag_a');
    }

    public function testAnAnswerToAnEarlierRequestIsNotTaken(): void
    {
        $first = $this->tag('a', "X-Request-Id: id-of-a\r\n");
        $server = new Server([$first . $first, $this->tag('b'), $this->tag('b')]);
        $client = $this->client($server);
        $client->tags->get('tag_a', options: new Options(headers: ['X-Request-Id' => 'id-of-a']));
        self::assertSame('b', $client->tags->get('tag_b')->name);
    }

    public function testSilenceEndsAtTheTimeLimit(): void
    {
        $server = new Server(['silence']);
        $start = hrtime(true);
        try {
            $this->client($server, maxRetries: 0, timeout: 0.2)->tags->get('tag_a');
            self::fail('it succeeded');
        } catch (TimeoutError $error) {
            self::assertGreaterThanOrEqual(0.19, (hrtime(true) - $start) / 1e9);
        }
    }

    public function testASignalCancelsACall(): void
    {
        $server = new Server(['silence']);
        $end = hrtime(true) + 1e8;
        $this->expectException(CancelledError::class);
        $options = new Options(signal: static fn () => hrtime(true) > $end);
        $this->client($server)->tags->get('tag_a', options: $options);
    }

    public function testAPoolReturnsEachResultByItsKey(): void
    {
        $server = new Server(array_fill(0, 8, $this->tag('a', "Connection: close\r\n")));
        $client = $this->client($server);
        $names = array_combine(['x', 'y', 3, 'z'], ['a', 'a', 'a', 'a']);
        $calls = array_map(static fn () => static fn () => $client->tags->get('tag_a')->name, $names);
        self::assertSame($names, $client->pool($calls));
        $this->expectException(\LogicException::class);
        $client->pool([static fn () => $client->tags->get('tag_a'), static fn () => throw new \LogicException('mine')]);
    }

    private function client(Server $server, mixed ...$options): Client
    {
        return new Client(...[...['baseUrl' => $server->url, 'apiKey' => 'sk_test_0123456789abcdef'], ...$options]);
    }

    private function tag(string $name, string $headers = ''): string
    {
        return Server::json(['data' => FakeTransport::tag($name)], $headers);
    }
}
