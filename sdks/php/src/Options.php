<?php

declare(strict_types=1);

namespace Parley;

/** The options of one call; each overrides that of the client. */
final class Options
{
    /**
     * @param string|null $idempotencyKey of a POST or PATCH, 1 to 255 printable ASCII characters; a UUID by default
     * @param object|string|null $ifMatch an ETag, or a record that this client has read: the call fails with a
     *   PreconditionFailedError if the record has changed since
     * @param object|string|null $ifNoneMatch an ETag or a record: the call returns NotModified if it has not changed
     * @param float|null $timeout of one attempt, in seconds
     * @param float|null $totalTimeout of all attempts and the waits between them, in seconds
     * @param int|null $maxRetries 0 means exactly one attempt
     * @param array<string, string> $headers further headers of the request
     * @param (\Closure(): bool)|null $signal is asked often while the call runs or waits; true cancels the call, which
     *   then throws a CancelledError
     */
    public function __construct(
        public readonly ?string $idempotencyKey = null,
        public readonly object|string|null $ifMatch = null,
        public readonly object|string|null $ifNoneMatch = null,
        public readonly ?float $timeout = null,
        public readonly ?float $totalTimeout = null,
        public readonly ?int $maxRetries = null,
        public readonly array $headers = [],
        public readonly ?\Closure $signal = null,
    ) {
    }

    /** The same options with other values for some. */
    public function with(mixed ...$changes): self
    {
        return new self(...array_merge(get_object_vars($this), $changes));
    }
}
