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
        } catch (\JsonException | \TypeError) {
            // Without its cause, whose trace shows what is in the file.
            throw new ConfigurationError("the file $this->path does not contain tokens");
        }
    }

    public function save(?Tokens $expected, Tokens $next): bool
    {
        if ($this->load()?->accessToken() !== $expected?->accessToken()) {
            return false;
        }
        // A handler that throws would show the tokens in the trace of its exception.
        set_error_handler(static fn () => true);
        try {
            $isSaved = $this->replace(Json::text($next->toArray()) . "\n");
        } finally {
            restore_error_handler();
        }
        return $isSaved ?: throw new ConfigurationError("cannot write $this->path: it is as it was");
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

    /** All of the text, or nothing: a full disk leaves the file as it was. */
    private function replace(#[\SensitiveParameter] string $text): bool
    {
        $temporary = $this->path . '.' . bin2hex(random_bytes(8));
        $umask = umask(0077);
        $file = fopen($temporary, 'x');
        umask($umask);
        if ($file === false) {
            return false;
        }
        $isWritten = fwrite($file, $text) === strlen($text) && fsync($file);
        if (fclose($file) && $isWritten && rename($temporary, $this->path)) {
            return true;
        }
        unlink($temporary);
        return false;
    }
}
