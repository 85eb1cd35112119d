<?php

declare(strict_types=1);

namespace Parley\Core;

use Parley\Exception\ApiError;
use Parley\Exception\ConnectionError;
use Parley\Exception\OAuthError;
use Parley\Exception\ParleyError;

/** @internal What may be repeated, and when. */
enum Retry
{
    /** No effect, or none that a repetition adds to: GET, DELETE, refresh and revocation of tokens. */
    case Repeatable;

    /** A write with an idempotency key. */
    case Keyed;

    /** The exchange of an authorization code, which a repetition would end as stolen. */
    case Once;

    private const LONGEST_DELAY = 8.0;
    private const FIRST_DELAY = 0.5;
    private const LONGEST_TOLD = 60.0;

    public function allows(ParleyError $error): bool
    {
        if ($error instanceof ConnectionError) {
            return $error->isRepeatable && (!$error->wasSent || $this !== self::Once);
        }
        if (!$error instanceof ApiError && !$error instanceof OAuthError) {
            return false;
        }
        return match ($error->status) {
            429 => true,
            409 => $this === self::Keyed && $error->getCode() === 'idempotency_in_progress',
            500, 502, 503, 504 => $this !== self::Once,
            default => false,
        };
    }

    /** `not_sent`, `rejected` or `unknown`. */
    public static function outcome(ParleyError $error): string
    {
        if ($error instanceof ConnectionError) {
            return $error->wasSent ? 'unknown' : 'not_sent';
        }
        $status = $error->status ?? 0;
        $isRejected = $status >= 400 && $status < 500 && $error->getCode() !== 'idempotency_in_progress';
        return $isRejected || $status === 501 ? 'rejected' : 'unknown';
    }

    /**
     * Seconds before a retry. The jitter comes after the limits, so that no two clients repeat at the same time.
     *
     * @param int $retry 1 for the first
     */
    public static function delay(int $retry): float
    {
        return min(self::LONGEST_DELAY, self::FIRST_DELAY * 2 ** ($retry - 1)) * (0.5 + self::random() / 2);
    }

    /** Whether a server asks for a longer wait than a call without a total time limit bears. */
    public static function isTooLong(?float $retryAfter): bool
    {
        return $retryAfter > self::LONGEST_TOLD;
    }

    /** Between 0 and 1. */
    public static function random(): float
    {
        return random_int(0, 1_000_000) / 1_000_000;
    }

    /**
     * Retry-After: seconds, or a date (RFC 9110, 10.2.3).
     *
     * @param int $now Unix seconds
     * @return float|null seconds; null if there is none that can be used
     */
    public static function after(?string $header, int $now): ?float
    {
        if ($header === null || ctype_digit($header)) {
            return $header === null ? null : (float) $header;
        }
        $date = \DateTimeImmutable::createFromFormat('!D, d M Y H:i:s \G\M\T', $header, new \DateTimeZone('UTC'));
        return $date === false || $date->getTimestamp() < $now ? null : (float) ($date->getTimestamp() - $now);
    }
}
