<?php

declare(strict_types=1);

namespace Parley\Core;

/** @internal The HTTP proxies of a client, by the scheme of the URL, and the hosts that are reached without one. */
final class Proxy
{
    private readonly ?\SensitiveParameterValue $http;
    private readonly ?\SensitiveParameterValue $https;

    /** Names of hosts, separated by commas. */
    public readonly string $exceptions;

    /** @param string|null $option goes before the environment, and has no exceptions; may contain user and password */
    public function __construct(#[\SensitiveParameter] ?string $option)
    {
        // Under CGI the client of the web server sets HTTP_PROXY, by a header named Proxy (CVE-2016-5385).
        $isCgi = PHP_SAPI !== 'cli' || getenv('REQUEST_METHOD') !== false;
        $this->http = self::hidden($option ?? self::variable('http_proxy', ...($isCgi ? [] : ['HTTP_PROXY'])));
        $this->https = self::hidden($option ?? self::variable('https_proxy', 'HTTPS_PROXY'));
        $this->exceptions = $option === null ? self::variable('no_proxy', 'NO_PROXY') ?? '' : '';
    }

    /** @return string the URL of the proxy, or empty */
    public function for(string $url): string
    {
        $proxy = strncasecmp($url, 'https:', 6) === 0 ? $this->https : $this->http;
        return $proxy?->getValue() ?? '';
    }

    private static function hidden(#[\SensitiveParameter] ?string $url): ?\SensitiveParameterValue
    {
        return $url === null ? null : new \SensitiveParameterValue($url);
    }

    private static function variable(string ...$names): ?string
    {
        foreach ($names as $name) {
            $value = getenv($name);
            if ($value !== false && $value !== '') {
                return $value;
            }
        }
        return null;
    }
}
