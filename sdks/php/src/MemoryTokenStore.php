<?php

declare(strict_types=1);

namespace Parley;

/** Keeps the tokens for the life of the process, which must be the only one that uses them. */
final class MemoryTokenStore implements TokenStore
{
    public function __construct(private ?Tokens $tokens = null)
    {
    }

    public function load(): ?Tokens
    {
        return $this->tokens;
    }

    public function save(?Tokens $expected, Tokens $next): bool
    {
        if ($this->tokens?->accessToken() !== $expected?->accessToken()) {
            return false;
        }
        $this->tokens = $next;
        return true;
    }

    public function withLock(\Closure $run): mixed
    {
        return $run();
    }
}
