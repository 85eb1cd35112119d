<?php

declare(strict_types=1);

namespace Parley;

use Parley\Exception\AuthorizationExpiredError;
use Parley\Exception\ConfigurationError;
use Parley\Exception\OAuthError;

/**
 * The access token of a grant, refreshed when it is about to expire or was refused as expired. New tokens are saved
 * before they are used. Calls that need a new token at the same time share one refresh, also those of other processes
 * if the store locks them out.
 */
final class OAuthCredentials implements Credentials
{
    /** Seconds before its end at which a token is renewed. */
    private const RESERVE = 60;

    private ?Tokens $tokens = null;

    public function __construct(private readonly OAuth $oauth, private readonly TokenStore $store)
    {
    }

    public function token(): string
    {
        $this->tokens ??= $this->stored();
        if ($this->tokens->refreshToken() !== null && $this->tokens->expiresWithin(self::RESERVE)) {
            $this->tokens = $this->refreshed($this->tokens);
        }
        return $this->tokens->accessToken();
    }

    public function renew(#[\SensitiveParameter] string $expired): ?string
    {
        $this->tokens ??= $this->stored();
        if ($this->tokens->accessToken() === $expired) {
            if ($this->tokens->refreshToken() === null) {
                return null;
            }
            $this->tokens = $this->refreshed($this->tokens);
        }
        return $this->tokens->accessToken();
    }

    private function stored(): Tokens
    {
        return $this->store->load() ?? throw new ConfigurationError('the token store is empty: let the user sign in');
    }

    private function refreshed(Tokens $expired): Tokens
    {
        return $this->store->withLock(function () use ($expired): Tokens {
            $current = $this->stored();
            if ($current->accessToken() !== $expired->accessToken()) {
                return $current;
            }
            try {
                $next = $this->oauth->refresh($current->refreshToken());
            } catch (OAuthError $error) {
                if ($error->error !== 'invalid_grant') {
                    throw $error;
                }
                $now = $this->stored();
                if ($now->accessToken() !== $expired->accessToken()) {
                    return $now;
                }
                $message = 'the authorization has expired or was revoked: let the user sign in again';
                throw new AuthorizationExpiredError($message, 0, $error);
            }
            return $this->store->save($current, $next) ? $next : $this->stored();
        });
    }
}
