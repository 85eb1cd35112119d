<?php

declare(strict_types=1);

namespace Parley;

/** Keeps the tokens of one grant, for all processes that use them. */
interface TokenStore
{
    public function load(): ?Tokens;

    /**
     * Replaces the tokens.
     *
     * @param Tokens|null $expected those that are replaced
     * @return bool false, without effect, if others have been saved meanwhile
     */
    public function save(?Tokens $expected, Tokens $next): bool;

    /**
     * Runs a function while no other process does so: only one of them may refresh the tokens.
     *
     * @template R
     * @param \Closure(): R $run
     * @return R
     */
    public function withLock(\Closure $run): mixed;
}
