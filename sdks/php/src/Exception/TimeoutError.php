<?php

declare(strict_types=1);

namespace Parley\Exception;

/** No complete answer within the time limit. */
final class TimeoutError extends ConnectionError
{
}
