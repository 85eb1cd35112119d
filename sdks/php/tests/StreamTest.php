<?php

declare(strict_types=1);

namespace Parley\Tests;

use Parley\Core\SseParser;
use Parley\EventStream;
use Parley\Exception\DecodeError;
use Parley\Exception\ServerError;
use Parley\Options;
use PHPUnit\Framework\TestCase;

/** What an event stream does with a server that behaves badly. */
final class StreamTest extends TestCase
{
    private const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";

    /** Bytes of a line, and of the data of an event. */
    private const LARGEST = 16 * 1024 ** 2;

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
        yield 'a line' => ['data: ' . str_repeat('x', self::LARGEST)];
        yield 'an event' => [str_repeat('data: ' . str_repeat('x', self::LARGEST >> 4) . "\n", 16)];
        $line = 'data: ' . str_repeat('x', self::LARGEST - 10) . "\n";
        yield 'empty lines of data' => [$line . str_repeat("data\n", 10)];
    }

    /** A text of the API has up to 1,048,576 characters, and `previous` repeats it. */
    public function testAnEventOf5MibIsRead(): void
    {
        $text = str_repeat('größe', intdiv(5 * 1024 ** 2, strlen('größe')));
        $json = json_encode($this->event(['note' => $text]), JSON_UNESCAPED_UNICODE);
        $server = new Server([[self::HEAD . "id: p1\ndata: $json\n\n", 'close']]);
        foreach ($this->stream($server) as $record) {
            self::assertSame($text, $record->data['note']);
            break;
        }
    }

    /** Minutes would pass if each piece were a reason to look at the whole line. */
    public function testTheTimeForAnEventGrowsWithItsSizeOnly(): void
    {
        $parser = new SseParser();
        $piece = str_repeat('x', 64);
        $events = [];
        $start = getrusage()['ru_utime.tv_sec'];
        foreach (['data: ', ...array_fill(0, 5 * 1024 ** 2 / strlen($piece), $piece), "\n\n"] as $bytes) {
            array_push($events, ...$parser->push($bytes));
        }
        self::assertLessThan(10, getrusage()['ru_utime.tv_sec'] - $start);
        self::assertSame([5 * 1024 ** 2], array_map(static fn (array $one) => strlen($one['data']), $events));
    }

    public function testTheServerCannotAskForReconnectionsWithoutADelay(): void
    {
        $unavailable = Server::text('', status: '503 Service Unavailable');
        $server = new Server([
            [self::HEAD . "retry: 0\n\n", 'close'],
            [$unavailable, 'close'],
            [self::HEAD . 'data: ' . json_encode($this->event([])) . "\n\n", 'close'],
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

    /** @return array<string, mixed> as the API answers it */
    private function event(array $data): array
    {
        return ['event' => 'contact.deleted', 'id' => 'evt_a', 'api_version' => 'v1', 'workspace_id' => 'ws_a',
            'timestamp' => '2026-11-21T06:30:00.000Z', 'mode' => 'live', 'data' => ['id' => 'contact_a', ...$data],
            'actor' => ['type' => 'system', 'id' => null, 'credential' => null]];
    }

    /** A stream that is cancelled where it should have ended. */
    private function stream(Server $server): EventStream
    {
        $end = hrtime(true) + 2e10;
        return $server->client()->events->stream(options: new Options(signal: static fn () => hrtime(true) > $end));
    }
}
