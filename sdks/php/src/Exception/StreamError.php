<?php

declare(strict_types=1);

namespace Parley\Exception;

/** The event stream cannot continue at its position: the events between are no longer in the log. */
final class StreamError extends ParleyError
{
    /** @var string */
    public $code;

    public function __construct(string $message, public readonly ?string $position, ?\Throwable $previous = null)
    {
        parent::__construct($message, previous: $previous);
        $this->code = 'position_expired';
    }
}
