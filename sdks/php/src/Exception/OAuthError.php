<?php

declare(strict_types=1);

namespace Parley\Exception;

/** An error of the authorization server (RFC 6749), or an authorization response that does not fit its request. */
final class OAuthError extends ParleyError
{
    use CallDetails;

    /**
     * @param string $error such as `invalid_grant` or `access_denied`
     * @param string|null $errorDescription text of the server: escape it before you show it
     * @param float|null $retryAfter seconds to wait before the next attempt
     */
    public function __construct(
        public readonly string $error,
        public readonly ?string $errorDescription = null,
        public readonly ?int $status = null,
        public readonly ?float $retryAfter = null,
    ) {
        $text = $errorDescription === null ? $error : "$error: $errorDescription";
        parent::__construct(preg_replace('/[^\x20-\x7e]/', '?', substr($text, 0, 500)));
    }
}
