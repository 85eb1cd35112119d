<?php

declare(strict_types=1);

namespace Parley\Exception;

/** An answer arrived whole, and is not what the API document says: often the page of a proxy. */
final class DecodeError extends ParleyError
{
    use CallDetails;

    /** @param string|null $body the first 1 KiB of the answer */
    public function __construct(
        string $message,
        public readonly ?int $status = null,
        public readonly ?string $contentType = null,
        public readonly ?string $body = null,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, 0, $previous);
    }
}
