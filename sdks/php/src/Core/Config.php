<?php

declare(strict_types=1);

namespace Parley\Core;

use Parley\Client;
use Parley\Credentials;
use Parley\Exception\ConfigurationError;
use Parley\Hooks;
use Parley\Transport;

/** @internal The options of a client, checked. They are documented at its constructor; times are seconds. */
final class Config
{
    public readonly string $baseUrl;
    public readonly string $userAgent;
    public readonly Transport $transport;
    public readonly Pool $pool;
    public readonly Clock $clock;
    public readonly Proxy $proxy;

    /** @param array{name: string, version?: string, url?: string}|null $app */
    public function __construct(
        string $baseUrl,
        public readonly ?Credentials $credentials,
        public readonly float $timeout = 20,
        public readonly float $connectTimeout = 5,
        public readonly float $totalTimeout = 90,
        public readonly int $maxRetries = 3,
        #[\SensitiveParameter] ?string $proxy = null,
        public readonly ?string $ca = null,
        ?Transport $transport = null,
        public readonly ?object $logger = null,
        public readonly ?Hooks $hooks = null,
        ?array $app = null,
        public readonly ?string $expectMode = null,
        public readonly bool $allowInsecure = false,
        public readonly bool $compress = false,
        public readonly int $maxResponseBytes = 67_108_864,
        float $timeScale = 1,
        string $urlOption = 'baseUrl',
    ) {
        $this->baseUrl = Url::checked($baseUrl, $allowInsecure, $urlOption);
        self::require(min($timeout, $connectTimeout, $totalTimeout, $timeScale) > 0, 'time limits must be positive');
        self::require($maxRetries >= 0, 'maxRetries must not be negative');
        self::require($ca === null || is_readable($ca), 'ca must be the path of a PEM file');
        self::require(in_array($expectMode, [null, 'live', 'test'], true), 'expectMode must be live or test');
        self::require(
            $logger === null || (method_exists($logger, 'debug') && method_exists($logger, 'warning')),
            'logger must have the methods debug and warning, as those of PSR-3 have',
        );
        self::require($app === null || isset($app['name']), 'app must have a name');
        $this->proxy = new Proxy($proxy);
        $this->transport = $transport ?? new CurlTransport();
        $this->pool = $this->transport instanceof CurlTransport ? $this->transport->pool : new Pool();
        $this->clock = new Clock($timeScale, $this->pool);
        $this->userAgent = self::userAgent($app);
    }

    /** @throws ConfigurationError for a credential of the other mode than the one that is expected */
    public function checkMode(#[\SensitiveParameter] string $token): void
    {
        $mode = match (true) {
            str_starts_with($token, 'sk_test_'), str_starts_with($token, 'at_test_') => 'test',
            str_starts_with($token, 'sk_live_'), str_starts_with($token, 'at_') => 'live',
            default => null,
        };
        if ($this->expectMode !== null && $mode !== null && $mode !== $this->expectMode) {
            throw new ConfigurationError("the credential is one of $mode mode, and expectMode is $this->expectMode");
        }
    }

    private static function require(bool $holds, string $message): void
    {
        if (!$holds) {
            throw new ConfigurationError($message);
        }
    }

    /** @param array{name: string, version?: string, url?: string}|null $app */
    private static function userAgent(?array $app): string
    {
        $own = sprintf('parley-php/%s (php/%s; %s)', Client::VERSION, PHP_VERSION, strtolower(PHP_OS_FAMILY));
        if ($app === null) {
            return $own;
        }
        $version = isset($app['version']) ? "/$app[version]" : '';
        return "$own $app[name]$version" . (isset($app['url']) ? " ($app[url])" : '');
    }
}
