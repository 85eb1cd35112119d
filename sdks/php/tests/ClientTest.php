<?php

declare(strict_types=1);

namespace Parley\Tests;

use Parley\Client;
use Parley\Exception\ApiError;
use Parley\Exception\ConfigurationError;
use Parley\Exception\ConnectionError;
use Parley\Exception\DecodeError;
use Parley\Exception\DuplicateValueError;
use Parley\Exception\InvalidArgumentError;
use Parley\Exception\NotFoundError;
use Parley\Exception\PaginationError;
use Parley\Exception\ServerError;
use Parley\Exception\ValidationError;
use Parley\Hooks;
use Parley\Model\Tag;
use Parley\NotModified;
use Parley\Options;
use Parley\Response;
use PHPUnit\Framework\TestCase;

/** What a client does with the answers of a transport. */
final class ClientTest extends TestCase
{
    public function testAWriteIsRepeatedWithTheSameKeyAndBody(): void
    {
        $record = FakeTransport::tag('a', ['later' => ['x' => 1]]);
        $transport = new FakeTransport([
            FakeTransport::error(503, 'service_unavailable'),
            new ConnectionError('reset'),
            FakeTransport::json(['data' => $record], 201, ['etag' => '"tag_a-1"']),
        ]);
        $client = $transport->client();
        $tag = $client->tags->create(name: 'a');
        self::assertSame('a', $tag->name);
        self::assertSame(['x' => 1], $tag->raw['later']);
        $keys = array_map(static fn ($one) => $one->headers['Idempotency-Key'], $transport->requests);
        self::assertSame([$keys[0], $keys[0], $keys[0]], $keys);
        $bodies = array_map(static fn ($one) => $one->body(), $transport->requests);
        self::assertSame(array_fill(0, 3, '{"name":"a"}'), $bodies);
        $response = $client->responseOf($tag);
        self::assertSame('"tag_a-1"', $response->etag);
        self::assertSame([503, null, 201], array_map(static fn ($one) => $one->status, $response->attempts));
        self::assertSame('Connection', $response->attempts[1]->error);
    }

    public function testAnErrorTellsWhatIsKnownOfTheWrite(): void
    {
        $transport = new FakeTransport([new ConnectionError('reset'), FakeTransport::error(422, 'duplicate_value')]);
        try {
            $transport->client()->tags->create(name: 'a', options: new Options(idempotencyKey: 'key-1'));
            self::fail('it succeeded');
        } catch (DuplicateValueError $error) {
            self::assertSame('unknown', $error->outcome);
            self::assertSame('key-1', $error->idempotencyKey);
            self::assertSame('duplicate_value', $error->code);
            self::assertCount(2, $error->attempts);
            self::assertSame('key-1', unserialize(serialize($error))->idempotencyKey);
        }
    }

    public function testADeleteWhoseAnswerWasLostSucceeds(): void
    {
        $transport = new FakeTransport([new ConnectionError('reset'), FakeTransport::error(404, 'not_found')]);
        self::assertTrue($transport->client()->tags->delete('tag_a')->alreadyGone);
        $this->expectException(NotFoundError::class);
        (new FakeTransport([FakeTransport::error(404, 'not_found')]))->client()->tags->delete('tag_a');
    }

    public function testAnAnswerWithoutAFieldOfTheFirstReleaseCannotBeDecoded(): void
    {
        $fields = FakeTransport::tag('a');
        unset($fields['count']);
        $this->expectException(DecodeError::class);
        $this->expectExceptionMessageMatches('/\$count/');
        (new FakeTransport([FakeTransport::json(['data' => $fields])]))->client()->tags->get('tag_a');
    }

    public function testThePageOfAProxyIsKept(): void
    {
        $page = new \Parley\Core\HttpResponse(502, ['content-type' => 'text/html'], ['<html>Bad gateway</html>']);
        try {
            (new FakeTransport([$page]))->client(maxRetries: 0)->me();
            self::fail('it succeeded');
        } catch (ServerError $error) {
            self::assertSame('<html>Bad gateway</html>', $error->body);
            self::assertNull($error->code);
        }
    }

    public function testARecordThatHasNotChangedIsAResult(): void
    {
        $transport = new FakeTransport([
            FakeTransport::json(['data' => FakeTransport::tag('a')], 200, ['etag' => '"1"']),
            new \Parley\Core\HttpResponse(304, [], []),
        ]);
        $client = $transport->client();
        $tag = $client->tags->get('tag_a');
        $again = $client->tags->get('tag_a', options: new Options(ifNoneMatch: $tag));
        self::assertInstanceOf(NotModified::class, $again);
        self::assertSame('"1"', $transport->requests[1]->headers['If-None-Match']);
    }

    public function testAListIsReadLazilyAndWithItsFilters(): void
    {
        $transport = new FakeTransport([FakeTransport::page(['a', 'b'], 'c1'), FakeTransport::page(['c'], null)]);
        $list = $transport->client()->tags->list(sort: 'name');
        self::assertCount(0, $transport->requests);
        self::assertSame(['a', 'b', 'c'], array_map(static fn (Tag $tag) => $tag->name, iterator_to_array($list)));
        self::assertSame('https://api.example/v1/tags?per_page=100&sort=name', $transport->requests[0]->url);
        self::assertSame('https://api.example/v1/tags?per_page=100&cursor=c1&sort=name', $transport->requests[1]->url);
    }

    public function testAPropertyOfAListReadsOnePage(): void
    {
        $transport = new FakeTransport([FakeTransport::page(['a'], null)]);
        $list = $transport->client()->tags->list();
        self::assertSame('a', $list->data[0]->name);
        self::assertNull($list->meta->next_cursor);
        self::assertNull($list->next());
        self::assertSame('https://api.example/v1/tags', $transport->requests[0]->url);
    }

    public function testACursorThatComesAgainEndsAList(): void
    {
        $transport = new FakeTransport([FakeTransport::page(['a'], 'c1'), FakeTransport::page(['b'], 'c1')]);
        $this->expectException(PaginationError::class);
        iterator_to_array($transport->client()->tags->list());
    }

    public function testAnErrorInAListHasTheCursor(): void
    {
        $transport = new FakeTransport([FakeTransport::page(['a'], 'c1'), FakeTransport::error(403, 'forbidden')]);
        try {
            iterator_to_array($transport->client()->tags->list());
            self::fail('it succeeded');
        } catch (ApiError $error) {
            self::assertSame('c1', $error->cursor);
        }
    }

    public function testAllOfAListNeedsALimit(): void
    {
        $this->expectException(InvalidArgumentError::class);
        (new FakeTransport([]))->client()->tags->list()->toArray();
    }

    public function testHooksSeeEachAttempt(): void
    {
        $seen = [];
        $hooks = new Hooks(
            onRequest: static fn (string $method, string $url) => ['traceparent' => "00-$method"],
            onResponse: static function (Response $response) use (&$seen): void {
                $seen[] = $response->status;
            },
        );
        $transport = new FakeTransport([
            FakeTransport::error(500, 'internal_error'),
            FakeTransport::json(['data' => FakeTransport::tag('a')]),
        ]);
        $transport->client(hooks: $hooks)->tags->get('tag_a');
        self::assertSame([500, 200], $seen);
        self::assertSame('00-GET', $transport->requests[0]->headers['traceparent']);
    }

    public function testAClientMadeFromAnotherHasItsTransportAndOtherOptions(): void
    {
        $transport = new FakeTransport([FakeTransport::error(500, 'internal_error')]);
        $client = $transport->client()->with(maxRetries: 0);
        $this->expectException(ServerError::class);
        $client->me();
    }

    /** @dataProvider badOptions */
    public function testOptionsThatCannotWorkAreRefused(array $options): void
    {
        $this->expectException(ConfigurationError::class);
        new Client(...[...['baseUrl' => 'https://api.example', 'apiKey' => 'sk_live_0123456789abcdef'], ...$options]);
    }

    public function badOptions(): iterable
    {
        yield [['baseUrl' => 'http://api.example']];
        yield [['baseUrl' => 'https://user@api.example']];
        yield [['baseUrl' => 'api.example']];
        yield [['apiKey' => "sk_live_key\n"]];
        yield [['apiKey' => '']];
        yield [['expectMode' => 'test']];
        yield [['maxRetries' => -1]];
        yield [['timeout' => 0]];
        yield [['logger' => new \stdClass()]];
        yield [['ca' => '/nowhere.pem']];
    }

    public function testNothingThatIsPrintedShowsTheKey(): void
    {
        $client = (new FakeTransport([FakeTransport::error(401, 'invalid_api_key')]))->client();
        try {
            $client->me();
            self::fail('it succeeded');
        } catch (ApiError $error) {
            self::assertStringNotContainsString('0123456789abcdef', Shown::of($client));
            self::assertStringNotContainsString('0123456789abcdef', Shown::of($error));
        }
        try {
            $client->with(apiKey: 'sk_live_0123456789abcdef', expectMode: 'test');
            self::fail('it succeeded');
        } catch (ConfigurationError $error) {
            self::assertStringNotContainsString('0123456789abcdef', Shown::of($error));
        }
    }

    public function testAnErrorWithFieldsOfOtherTypesIsAnErrorOfTheApi(): void
    {
        $error = ['code' => 'strange', 'message' => ['x'], 'type' => 5, 'param' => true, 'details' => 'x'];
        $answer = FakeTransport::json(['error' => $error + ['request_id' => 1, 'doc_url' => []]], 422);
        try {
            (new FakeTransport([$answer]))->client()->me();
            self::fail('it succeeded');
        } catch (ValidationError $error) {
            self::assertSame('strange', $error->code);
            self::assertSame([], $error->details);
        }
    }

    /** @dataProvider otherTypes */
    public function testAnAnswerOfAnotherTypeCannotBeDecoded(string $text): void
    {
        $answer = new \Parley\Core\HttpResponse(200, [], [$text]);
        $this->expectException(DecodeError::class);
        iterator_to_array((new FakeTransport([$answer]))->client()->tags->list());
    }

    public function otherTypes(): iterable
    {
        yield ['null'];
        yield ['"text"'];
        yield ['5'];
        yield ['[]'];
        yield ['{"data":5}'];
        yield ['{"data":[],"meta":[]}'];
        yield ['{"data":[null],"meta":{}}'];
    }
}
