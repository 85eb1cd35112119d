<?php

declare(strict_types=1);

namespace Parley\Exception;

/** There was no complete answer: no address, no connection, or one that broke. */
class ConnectionError extends ParleyError
{
    use CallDetails;

    /**
     * @param bool $wasSent whether the request may have reached the server
     * @param bool $isRepeatable whether the same request may succeed later; false for certificates and protocol errors
     * @param bool $wasStale whether a reused connection ended before the first byte of an answer, as an idle one does
     */
    public function __construct(
        string $message,
        public readonly bool $wasSent = true,
        public readonly bool $isRepeatable = true,
        public readonly bool $wasStale = false,
    ) {
        parent::__construct($message);
    }
}
