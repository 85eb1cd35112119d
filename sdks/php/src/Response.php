<?php

declare(strict_types=1);

namespace Parley;

use Parley\Core\Retry;

/** What is known of an answer beside its record: `$client->responseOf($ticket)`. */
final class Response
{
    public readonly ?string $requestId;

    /** The version of the record, for `ifMatch` and `ifNoneMatch`. */
    public readonly ?string $etag;

    public readonly ?RateLimit $rateLimit;

    /** Whether this is the answer of an earlier request with the same idempotency key. */
    public readonly bool $replayed;

    /** Since when the operation is deprecated, as the server says it (RFC 9745). */
    public readonly ?string $deprecation;

    /** When the operation will end (RFC 8594). */
    public readonly ?string $sunset;

    /** Seconds that the server asks to wait. */
    public readonly ?float $retryAfter;

    /**
     * @param array<string, string> $headers by lower-case name
     * @param list<Attempt> $attempts
     * @param bool $alreadyGone of a delete: an earlier attempt had deleted the record, and its answer was lost
     * @param Model\Included|null $included the records that `include` asked for
     */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly array $attempts = [],
        public readonly bool $alreadyGone = false,
        public readonly ?Model\Included $included = null,
    ) {
        $this->requestId = $headers['x-request-id'] ?? null;
        $this->etag = $headers['etag'] ?? null;
        $this->replayed = ($headers['idempotent-replayed'] ?? '') === 'true';
        $this->deprecation = $headers['deprecation'] ?? null;
        $this->sunset = $headers['sunset'] ?? null;
        $this->retryAfter = Retry::after($headers['retry-after'] ?? null, time());
        $this->rateLimit = isset($headers['x-ratelimit-limit']) ? new RateLimit(
            (int) $headers['x-ratelimit-limit'],
            (int) ($headers['x-ratelimit-remaining'] ?? 0),
            (int) ($headers['x-ratelimit-reset'] ?? 0),
        ) : null;
    }

    /** @internal */
    public function with(mixed ...$changes): self
    {
        $own = ['status', 'headers', 'attempts', 'alreadyGone', 'included'];
        $fields = array_intersect_key(get_object_vars($this), array_flip($own));
        return new self(...array_merge($fields, $changes));
    }
}
