<?php

declare(strict_types=1);

namespace Parley\Exception;

/** No connection within connectTimeout; nothing was sent. */
final class ConnectTimeoutError extends ConnectionError
{
}
