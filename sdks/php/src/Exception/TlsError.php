<?php

declare(strict_types=1);

namespace Parley\Exception;

/** The TLS handshake failed, or the certificate cannot be trusted; nothing was sent. */
final class TlsError extends ConnectionError
{
}
