<?php

declare(strict_types=1);

namespace Parley\Exception;

/** An argument of a call cannot be sent; nothing was sent. */
final class InvalidArgumentError extends ParleyError
{
}
