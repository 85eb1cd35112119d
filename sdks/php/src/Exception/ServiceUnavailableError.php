<?php

declare(strict_types=1);

namespace Parley\Exception;

/** 503 service_unavailable: a part of the server is out or restarting. */
final class ServiceUnavailableError extends ServerError
{
}
