<?php

declare(strict_types=1);

namespace Parley\Exception;

/** An option of the client, or a secret, cannot be used. */
final class ConfigurationError extends ParleyError
{
}
