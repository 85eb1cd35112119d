<?php

declare(strict_types=1);

namespace Parley\Tests;

use Parley\EventStream;
use Parley\Exception\DecodeError;
use Parley\Exception\ServerError;
use Parley\Options;
use PHPUnit\Framework\TestCase;

/** What an event stream does with a server that behaves badly. */
final class StreamTest extends TestCase
{
    private const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";

    /** @dataProvider endless */
    public function testALineOrAnEventWithoutEndIsAnError(string $text): void
    {
        $server = new Server([[self::HEAD . "id: p1\n\n", $text, 'close']]);
        $stream = $this->stream($server);
        try {
            iterator_to_array($stream);
            self::fail('it succeeded');
        } catch (DecodeError $error) {
            self::assertSame('p1', $error->position);
            self::assertSame('p1', $stream->position);
        }
    }

    public function endless(): iterable
    {
        yield 'a line' => ['data: ' . str_repeat('x', 1_100_000)];
        yield 'an event' => [str_repeat('data: ' . str_repeat('x', 100_000) . "\n", 11)];
        yield 'empty lines of data' => [str_repeat("data\n", 1_050_000)];
    }

    public function testTheServerCannotAskForReconnectionsWithoutADelay(): void
    {
        $event = ['event' => 'contact.deleted', 'id' => 'evt_a', 'api_version' => 'v1', 'workspace_id' => 'ws_a',
            'timestamp' => '2026-11-21T06:30:00.000Z', 'mode' => 'live', 'data' => ['id' => 'contact_a'],
            'actor' => ['type' => 'system', 'id' => null, 'credential' => null]];
        $unavailable = Server::text('', status: '503 Service Unavailable');
        $server = new Server([
            [self::HEAD . "retry: 0\n\n", 'close'],
            [$unavailable, 'close'],
            [self::HEAD . 'data: ' . json_encode($event) . "\n\n", 'close'],
        ]);
        foreach ($this->stream($server) as $record) {
            self::assertSame('evt_a', $record->id);
            break;
        }
        $times = array_map(static fn () => $server->request()['at'], range(1, 3));
        self::assertGreaterThanOrEqual(0.1, $times[1] - $times[0]);
        self::assertGreaterThanOrEqual(0.1, $times[2] - $times[1]);
    }

    public function testAServerThatAsksForMoreThanAMinuteEndsTheStream(): void
    {
        $headers = "Retry-After: 2592000\r\n";
        $server = new Server([Server::text('', $headers, '503 Service Unavailable')]);
        try {
            iterator_to_array($this->stream($server));
            self::fail('it succeeded');
        } catch (ServerError $error) {
            self::assertSame(2_592_000.0, $error->retryAfter);
        }
    }

    /** A stream that is cancelled where it should have ended. */
    private function stream(Server $server): EventStream
    {
        $end = hrtime(true) + 2e10;
        return $server->client()->events->stream(options: new Options(signal: static fn () => hrtime(true) > $end));
    }
}
