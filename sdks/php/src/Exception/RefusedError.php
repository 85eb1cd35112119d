<?php

declare(strict_types=1);

namespace Parley\Exception;

/** The server does not accept connections; nothing was sent. */
final class RefusedError extends ConnectionError
{
}
