<?php

declare(strict_types=1);

namespace Parley\Tests;

use Parley\Core\Json;
use Parley\Core\Multipart;
use Parley\Core\Retry;
use Parley\Core\SseParser;
use Parley\Core\Url;
use Parley\Exception\InvalidArgumentError;
use Parley\File;
use Parley\Omit;
use Parley\Time;
use PHPUnit\Framework\TestCase;

/** How values are written and read: JSON, URLs, forms, events, times. */
final class ValuesTest extends TestCase
{
    public function testJsonKeepsEmptyObjectsAndObjectsWithNumbersForNames(): void
    {
        $text = '{"a":{},"b":[],"c":{"0":"x","1":{}},"d":{"e":1.0}}';
        self::assertSame($text, Json::text(Json::decode($text)));
    }

    public function testFieldsThatAreObjectsAreSentAsObjectsEvenIfTheyAreEmpty(): void
    {
        $fields = ['tags' => [], 'custom_fields' => [], 'update' => ['custom_fields' => [0 => 'x']]];
        $objects = ['custom_fields', 'update', 'update.custom_fields'];
        $expected = '{"tags":[],"custom_fields":{},"update":{"custom_fields":{"0":"x"}}}';
        self::assertSame($expected, Json::encode($fields, $objects));
    }

    public function testOmittedFieldsAreNotSentAndNullIs(): void
    {
        $fields = ['a' => null, 'x' => Omit::Value, 'b' => ['c' => Omit::Value, 'd' => 1]];
        self::assertSame('{"a":null,"b":{"d":1}}', Json::encode($fields, ['b']));
    }

    public function testTimesAreSentInUtc(): void
    {
        $time = new \DateTimeImmutable('2026-11-01T10:00:00.5+02:00');
        self::assertSame('{"at":"2026-11-01T08:00:00.500Z"}', Json::encode(['at' => $time], []));
        self::assertSame('?at=2026-11-01T08%3A00%3A00.500Z', Url::query(['at' => $time]));
        self::assertSame('2026-11-01T08:00:00.500Z', Time::format(Time::parse('2026-11-01T08:00:00.500Z')));
    }

    public function testATextThatIsNotUtf8CannotBeSent(): void
    {
        $this->expectException(InvalidArgumentError::class);
        Json::encode(['subject' => "\xff"], []);
    }

    public function testQueriesAreEncodedAsRfc3986Says(): void
    {
        $query = Url::query(['status' => ['open', 'pending'], 'q' => 'a b+c%,é', 'all' => true, 'none' => null]);
        self::assertSame('?status=open,pending&q=a%20b%2Bc%25%2C%C3%A9&all=true', $query);
    }

    public function testAnIdThatLeadsElsewhereIsRefused(): void
    {
        self::assertSame('/v1/tickets/a%20b%24', Url::path('/v1/tickets/{ticket_id}', 'a b$'));
        foreach (['', '.', '..', 'a/b', 'a?b', 'a#b'] as $id) {
            try {
                Url::path('/v1/tickets/{ticket_id}', $id);
                self::fail("'$id' was accepted");
            } catch (InvalidArgumentError) {
                $this->addToAssertionCount(1);
            }
        }
    }

    public function testALogShowsNoQueryValuesButThoseOfPaging(): void
    {
        $shown = Url::loggable('https://api.example/v1/tickets?q=secret&per_page=5');
        self::assertSame('/v1/tickets?q=[…]&per_page=5', $shown);
    }

    public function testEventsAreReadAtEverySplitPointAndWithEveryLineEnd(): void
    {
        $text = "\u{FEFF}: comment\nid: p1\nevent: message\ndata: gr\u{fc}\u{1F600}\ndata:two\n\n"
            . "id: p2\n\nevent: x\ndata: of another kind\n\nretry: 250\nid: a\0b\ndata\n\n";
        $expected = [
            ['id' => 'p1', 'data' => "gr\u{fc}\u{1F600}\ntwo"],
            ['id' => 'p2', 'data' => null],
            ['id' => 'p2', 'data' => null],
            ['id' => 'p2', 'data' => ''],
        ];
        foreach (["\n", "\r\n", "\r"] as $end) {
            $bytes = str_replace("\n", $end, $text);
            for ($at = 0; $at <= strlen($bytes); $at += 1) {
                $parser = new SseParser();
                $events = [...$parser->push(substr($bytes, 0, $at)), ...$parser->push(substr($bytes, $at))];
                self::assertSame($expected, $events, "split at $at");
                self::assertSame(250, $parser->retry);
            }
        }
    }

    public function testAFormIsReadAgainFromWhereItsStreamWasGiven(): void
    {
        $stream = fopen('php://memory', 'w+b');
        fwrite($stream, '0123456789');
        fseek($stream, 4);
        $form = new Multipart([['folder', 'x', null], ['file', File::fromStream($stream, "a\"\r\n.txt"), null]]);
        $read = static function () use ($form): string {
            for ($text = ''; ($bytes = $form->read(7)) !== '';) {
                $text .= $bytes;
            }
            return $text;
        };
        $first = $read();
        $form->rewind();
        self::assertSame($first, $read());
        self::assertSame(strlen($first), $form->length());
        self::assertTrue($form->isReplayable());
        self::assertStringContainsString('filename="a%22%0D%0A.txt"', $first);
        self::assertStringContainsString("\r\n\r\n456789\r\n--", $first);
    }

    public function testAPipeCanBeSentOnce(): void
    {
        $pipe = popen('echo hello', 'r');
        $form = new Multipart([['file', File::fromStream($pipe), null]]);
        self::assertFalse($form->isReplayable());
        self::assertNull($form->length());
        pclose($pipe);
    }

    public function testDelaysGrowAndDiffer(): void
    {
        foreach ([1 => 0.5, 2 => 1.0, 5 => 8.0, 9 => 8.0] as $retry => $longest) {
            $delays = array_map(static fn () => Retry::delay($retry), range(1, 50));
            self::assertGreaterThanOrEqual($longest / 2, min($delays));
            self::assertLessThanOrEqual($longest, max($delays));
            self::assertGreaterThan(40, count(array_unique(array_map(strval(...), $delays))));
        }
    }

    public function testRetryAfterIsReadAsSecondsOrDate(): void
    {
        $now = gmmktime(7, 28, 0, 10, 21, 2026);
        self::assertSame(120.0, Retry::after('120', $now));
        self::assertSame(5.0, Retry::after('Wed, 21 Oct 2026 07:28:05 GMT', $now));
        foreach (['-5', 'soon', '', '1.5', 'Wed, 21 Oct 2026 07:27:59 GMT', null] as $header) {
            self::assertNull(Retry::after($header, $now));
        }
    }
}
