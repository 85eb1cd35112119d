<?php

declare(strict_types=1);

namespace Parley;

/** Where to send the user, and what to keep in the session of the user until the answer comes. */
final class AuthorizationRequest
{
    public function __construct(
        public readonly string $url,
        public readonly string $state,
        public readonly string $codeVerifier,
    ) {
    }

    /** @return array<string, string> */
    public function __debugInfo(): array
    {
        return ['url' => '[…]', 'state' => '[…]', 'codeVerifier' => '[…]'];
    }
}
