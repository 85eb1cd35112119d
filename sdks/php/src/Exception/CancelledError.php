<?php

declare(strict_types=1);

namespace Parley\Exception;

/** The signal of the call has asked to cancel it. The connection was closed if a request was under way. */
final class CancelledError extends ParleyError
{
    use CallDetails;

    /** @internal whether a request was under way and may have reached the server */
    public bool $wasSent = false;
}
