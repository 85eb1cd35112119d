<?php

declare(strict_types=1);

namespace Parley;

use Parley\Core\Clock;
use Parley\Core\Json;
use Parley\Exception\ConfigurationError;

/** Keeps the tokens in a file that only its owner can read, for the processes of one machine. */
final class FileTokenStore implements TokenStore
{
    /** Seconds: longer than a refresh with its retries takes. */
    private const LOCK_TIMEOUT = 120.0;

    public function __construct(private readonly string $path)
    {
    }

    public function load(): ?Tokens
    {
        if (!is_file($this->path)) {
            return null;
        }
        try {
            return Tokens::fromArray(Json::decode((string) file_get_contents($this->path)));
        } catch (\JsonException | \TypeError $error) {
            throw new ConfigurationError("the file $this->path does not contain tokens", 0, $error);
        }
    }

    public function save(?Tokens $expected, Tokens $next): bool
    {
        if ($this->load()?->accessToken() !== $expected?->accessToken()) {
            return false;
        }
        $temporary = tempnam(dirname($this->path), '.tokens');
        if ($temporary === false) {
            throw new ConfigurationError("cannot write to the folder of $this->path");
        }
        chmod($temporary, 0600);
        file_put_contents($temporary, Json::text($next->toArray()) . "\n");
        rename($temporary, $this->path);
        return true;
    }

    public function withLock(\Closure $run): mixed
    {
        $lock = fopen("$this->path.lock", 'c') ?: throw new ConfigurationError("cannot lock $this->path");
        try {
            for ($deadline = Clock::now() + self::LOCK_TIMEOUT; !flock($lock, LOCK_EX | LOCK_NB);) {
                if (Clock::now() > $deadline) {
                    throw new ConfigurationError("$this->path is locked by another process");
                }
                usleep(20_000);
            }
            return $run();
        } finally {
            fclose($lock);
        }
    }
}
