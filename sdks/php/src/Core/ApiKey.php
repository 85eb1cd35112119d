<?php

declare(strict_types=1);

namespace Parley\Core;

use Parley\Credentials;
use Parley\Exception\ConfigurationError;

/** @internal An API key or a personal access token. */
final class ApiKey implements Credentials
{
    private readonly \SensitiveParameterValue $key;

    public function __construct(#[\SensitiveParameter] string $key)
    {
        self::check($key);
        $this->key = new \SensitiveParameterValue($key);
    }

    public function token(): string
    {
        return $this->key->getValue();
    }

    public function renew(#[\SensitiveParameter] string $expired): ?string
    {
        return null;
    }

    /** A newline from the file of a secret is the most common cause of a 401. */
    public static function check(#[\SensitiveParameter] string $token): void
    {
        if (preg_match('/^[\x21-\x7e]+$/D', $token) !== 1) {
            throw new ConfigurationError('the key is empty, or contains a blank, a line break or a control character');
        }
    }

    /** What a dump may show of a secret. */
    public static function redacted(#[\SensitiveParameter] string $token): string
    {
        preg_match('/^(sk_live_|sk_test_|pat_|at_test_|at_|rt_|cs_|whsec_)?/', $token, $found);
        return $found[0] . '…' . (strlen($token) >= 20 ? substr($token, -4) : '');
    }

    /** @return array<string, string> */
    public function __debugInfo(): array
    {
        return ['key' => self::redacted($this->token())];
    }
}
