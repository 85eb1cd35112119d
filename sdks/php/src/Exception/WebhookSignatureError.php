<?php

declare(strict_types=1);

namespace Parley\Exception;

/** A delivery is not genuine, or too old. Answer it with status 400. */
final class WebhookSignatureError extends ParleyError
{
    /** @param string $reason `missing_header`, `bad_timestamp`, `too_old`, `too_new` or `no_match` */
    public function __construct(string $message, public readonly string $reason)
    {
        parent::__construct($message);
    }
}
