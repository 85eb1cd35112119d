<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/**
 * `tls`: encrypted from the first byte, as on port 465; `starttls`: encrypted by STARTTLS, which the server must offer;
 * `none`: only to hosts that the operator allows
 */
final class TransportSecurity
{
    public const TLS = 'tls';
    public const STARTTLS = 'starttls';
    public const NONE = 'none';
}
