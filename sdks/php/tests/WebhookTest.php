<?php

declare(strict_types=1);

namespace Parley\Tests;

use Parley\Exception\ConfigurationError;
use Parley\Exception\DecodeError;
use Parley\Exception\WebhookSignatureError;
use Parley\Model\TagDeletedEvent;
use Parley\UnknownEvent;
use Parley\Webhook;
use PHPUnit\Framework\TestCase;

/** The verification of deliveries. */
final class WebhookTest extends TestCase
{
    private const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

    public function testADeliveryOfStandardWebhooksIsGenuine(): void
    {
        $headers = [
            'webhook-id' => 'msg_p5jXN8AQM9LWM0D4loKWxJek',
            'webhook-timestamp' => '1614265330',
            'webhook-signature' => 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
        ];
        $event = Webhook::verify('{"test": 2432232314}', $headers, self::SECRET, now: 1614265330);
        self::assertInstanceOf(UnknownEvent::class, $event);
        self::assertFalse(Webhook::isKnown($event));
    }

    public function testAnEventHasItsType(): void
    {
        $body = json_encode([
            'id' => 'evt_1', 'event' => 'tag.deleted', 'api_version' => 'v1', 'timestamp' => '2026-11-21T06:30:00.000Z',
            'workspace_id' => 'ws_1', 'mode' => 'live', 'data' => FakeTransport::tag('a'),
            'actor' => ['type' => 'system', 'id' => null, 'credential' => null],
        ]);
        $event = Webhook::verify($body, $this->asServerVariables(Webhook::sign($body, 'new', 'evt_1')), ['old', 'new']);
        self::assertInstanceOf(TagDeletedEvent::class, $event);
        self::assertSame('a', $event->data->name);
        self::assertTrue(Webhook::isKnown($event));
    }

    /** @dataProvider deliveriesThatAreRefused */
    public function testADeliveryThatIsNotGenuineIsRefused(string $reason, array $changes): void
    {
        $headers = [...Webhook::sign('{}', self::SECRET, 'evt_1', 1_700_000_000), ...$changes];
        $headers = array_filter($headers, is_string(...));
        try {
            Webhook::verify('{}', $headers, self::SECRET, now: 1_700_000_000);
            self::fail('it was accepted');
        } catch (WebhookSignatureError $error) {
            self::assertSame($reason, $error->reason);
        }
    }

    public function deliveriesThatAreRefused(): iterable
    {
        yield ['missing_header', ['webhook-id' => null]];
        yield ['missing_header', ['webhook-signature' => null]];
        yield ['bad_timestamp', ['webhook-timestamp' => 'soon']];
        yield ['too_old', ['webhook-timestamp' => '1699999699']];
        yield ['too_new', ['webhook-timestamp' => '1700000301']];
        yield ['no_match', ['webhook-id' => 'evt_2']];
        yield ['no_match', ['webhook-signature' => "v1,\xff"]];
    }

    /** @dataProvider bodiesThatAreNoEvent */
    public function testAGenuineBodyThatIsNoEventIsNamed(string $body): void
    {
        $this->expectException(DecodeError::class);
        Webhook::verify($body, Webhook::sign($body, 'x', 'evt_1'), 'x');
    }

    public function bodiesThatAreNoEvent(): iterable
    {
        $bodies = ['', ' ', '5', 'null', 'true', '"text"', '[]', '[{}]', '{', '{"a":NaN}', "{\"event\":\"\xFF\"}",
            "\u{FEFF}{}", "\0", str_repeat('[', 600), '{"event":5}', '{"event":[]}', '{"event":{}}'];
        return array_map(static fn (string $body) => [$body], $bodies);
    }

    /** @dataProvider objects */
    public function testAnObjectWithoutTheFieldsOfItsTypeIsKept(string $body): void
    {
        $event = Webhook::verify($body, Webhook::sign($body, 'x', 'evt_1'), 'x');
        self::assertInstanceOf(UnknownEvent::class, $event);
        self::assertSame((array) json_decode($body), $event->raw);
    }

    public function objects(): iterable
    {
        return [['{}'], ['{"event":null}'], ['{"event":"ticket.created","data":5}']];
    }

    /** @dataProvider secretsThatAreRefused */
    public function testASecretThatCannotBeReadIsRefused(string|array $secrets): void
    {
        $this->expectException(ConfigurationError::class);
        Webhook::verify('{}', Webhook::sign('{}', 'x', 'evt_1'), $secrets);
    }

    public function secretsThatAreRefused(): iterable
    {
        yield [[]];
        yield [''];
        yield [['x', '']];
        yield ['whsec_no base64'];
    }

    public function testAnErrorShowsNoOtherSecret(): void
    {
        try {
            Webhook::verify('{}', [], ['secret 0123456789', '']);
            self::fail('it succeeded');
        } catch (ConfigurationError $error) {
            self::assertStringNotContainsString('secret 0123456789', Shown::of($error));
        }
    }

    public function testAParsedBodyIsRefused(): void
    {
        $this->expectException(\TypeError::class);
        $this->expectExceptionMessageMatches('/php:\/\/input/');
        Webhook::verify(['event' => 'tag.deleted'], [], 'x');
    }

    private function asServerVariables(array $headers): array
    {
        $name = static fn (string $name) => 'HTTP_' . strtoupper(strtr($name, '-', '_'));
        return array_combine(array_map($name, array_keys($headers)), $headers);
    }
}
