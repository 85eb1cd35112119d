<?php

declare(strict_types=1);

namespace Parley;

use Parley\Core\Json;
use Parley\Exception\ConfigurationError;
use Parley\Exception\DecodeError;
use Parley\Exception\WebhookSignatureError;
use Parley\Model\WebhookEvents;

/** Verifies deliveries of webhooks, which are signed as Standard Webhooks 1.0 specifies. */
final class Webhook
{
    private const VERSION = 'v1,';

    /**
     * Returns the event of a delivery.
     *
     * @param string $body as it arrived, byte for byte: `file_get_contents('php://input')`
     * @param iterable<string, string|list<string>> $headers in any case, or `$_SERVER`
     * @param string|list<string> $secrets `signing_secret` of the webhook; both while the secret is rotated
     * @param int $tolerance how old, or how far ahead, a delivery may be, in seconds
     * @param int|null $now Unix seconds
     * @throws WebhookSignatureError if the delivery is not genuine, or too old: answer it with status 400
     * @throws ConfigurationError if there is no secret, or one that cannot be read
     * @throws DecodeError if a genuine delivery is no JSON object
     */
    public static function verify(
        mixed $body,
        iterable $headers,
        #[\SensitiveParameter] string|array $secrets,
        int $tolerance = 300,
        ?int $now = null,
    ): WebhookEvent {
        if (!is_string($body)) {
            throw new \TypeError('the body must be the raw string that arrived, not what was parsed from it: use '
                . "file_get_contents('php://input'), \$request->getContent() or (string) \$request->getBody()");
        }
        $secrets = (array) $secrets;
        if ($secrets === []) {
            throw new ConfigurationError('there is no secret');
        }
        $keys = [];
        foreach ($secrets as $secret) {
            $keys[] = self::key($secret);
        }
        $values = self::standardHeaders($headers);
        $id = $values['webhook-id'] ?? self::missing('webhook-id');
        $timestamp = $values['webhook-timestamp'] ?? self::missing('webhook-timestamp');
        $signatures = $values['webhook-signature'] ?? self::missing('webhook-signature');
        self::checkTime($timestamp, $tolerance, $now ?? time());
        $isGenuine = false;
        foreach ($keys as $key) {
            $expected = self::VERSION . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
            foreach (explode(' ', $signatures) as $given) {
                $isGenuine = hash_equals($expected, $given) || $isGenuine;
            }
        }
        if (!$isGenuine) {
            throw new WebhookSignatureError('no signature fits the body and the secrets', 'no_match');
        }
        return self::event($body);
    }

    /** Whether this release knows the type of an event; if not, all of it is in `raw`. */
    public static function isKnown(WebhookEvent $event): bool
    {
        return isset(WebhookEvents::CLASSES[$event->event]);
    }

    /**
     * The headers of a delivery, to test a receiver.
     *
     * @param int|null $now Unix seconds
     * @return array<string, string>
     */
    public static function sign(
        string $body,
        #[\SensitiveParameter] string $secret,
        string $id,
        ?int $now = null,
    ): array {
        $timestamp = (string) ($now ?? time());
        $signature = base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", self::key($secret), true));
        return [
            'webhook-id' => $id,
            'webhook-timestamp' => $timestamp,
            'webhook-signature' => self::VERSION . $signature,
        ];
    }

    private static function key(#[\SensitiveParameter] string $secret): string
    {
        if ($secret === '') {
            throw new ConfigurationError('a secret is empty');
        }
        if (!str_starts_with($secret, 'whsec_')) {
            return $secret;
        }
        $encoded = substr($secret, strlen('whsec_'));
        $key = base64_decode($encoded, true);
        if ($key === false || $key === '' || base64_encode($key) !== $encoded) {
            throw new ConfigurationError('a secret begins with whsec_, and the rest of it is not base64');
        }
        return $key;
    }

    /**
     * @param iterable<string, string|list<string>> $headers
     * @return array<string, string> by lower-case name
     */
    private static function standardHeaders(iterable $headers): array
    {
        $values = [];
        foreach ($headers as $name => $value) {
            $name = preg_replace('/^http-/', '', strtolower(strtr((string) $name, '_', '-')));
            if (str_starts_with($name, 'webhook-')) {
                $values[$name] = is_array($value) ? implode(' ', $value) : (string) $value;
            }
        }
        return $values;
    }

    private static function missing(string $name): never
    {
        throw new WebhookSignatureError("the header $name is missing", 'missing_header');
    }

    private static function checkTime(string $timestamp, int $tolerance, int $now): void
    {
        if (preg_match('/^\d{1,12}$/D', $timestamp) !== 1) {
            throw new WebhookSignatureError('webhook-timestamp is not in Unix seconds', 'bad_timestamp');
        }
        $age = $now - (int) $timestamp;
        if (abs($age) > $tolerance) {
            $isOld = $age > 0;
            $text = $isOld ? 'old' : 'far ahead';
            throw new WebhookSignatureError("the delivery is too $text", $isOld ? 'too_old' : 'too_new');
        }
    }

    /** An event that lacks a field of its type arrives as unknown: a receiver must not lose it. */
    private static function event(string $body): WebhookEvent
    {
        try {
            $raw = Json::decode($body);
            if (!$raw instanceof \stdClass && (!is_array($raw) || array_is_list($raw))) {
                throw new \TypeError('it is no JSON object');
            }
            $raw = (array) $raw;
            try {
                return WebhookEvents::fromArray($raw);
            } catch (\TypeError) {
                return UnknownEvent::fromArray($raw);
            }
        } catch (\JsonException | \TypeError $error) {
            throw new DecodeError('the delivery is no event', body: substr($body, 0, 1024), previous: $error);
        }
    }
}
