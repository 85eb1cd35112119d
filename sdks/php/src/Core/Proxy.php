<?php

declare(strict_types=1);

namespace Parley\Core;

/** @internal The HTTP proxies of a client, by the scheme of the URL, and the hosts that are reached without one. */
final class Proxy
{
    private readonly ?\SensitiveParameterValue $http;
    private readonly ?\SensitiveParameterValue $https;

    /** Names of hosts, some with a port, separated by commas. */
    private readonly string $exceptions;
    private readonly bool $isOption;

    /** @param string|null $option goes before the environment, and has no exceptions; may contain user and password */
    public function __construct(#[\SensitiveParameter] ?string $option)
    {
        $this->isOption = $option !== null;
        // Under CGI the client of the web server sets HTTP_PROXY, by a header named Proxy (CVE-2016-5385).
        $isCgi = PHP_SAPI !== 'cli' || getenv('REQUEST_METHOD') !== false;
        $this->http = self::hidden($option ?? self::variable('http_proxy', ...($isCgi ? [] : ['HTTP_PROXY'])));
        $this->https = self::hidden($option ?? self::variable('https_proxy', 'HTTPS_PROXY'));
        $this->exceptions = $option === null ? self::variable('no_proxy', 'NO_PROXY') ?? '' : '';
    }

    /** @return string the URL of the proxy, or empty: a credential for this machine stays on it */
    public function for(string $url): string
    {
        $host = strtolower((string) parse_url($url, PHP_URL_HOST));
        if (!$this->isOption && (Url::isLoopback($host) || str_ends_with($host, '.localhost'))) {
            return '';
        }
        $proxy = strncasecmp($url, 'https:', 6) === 0 ? $this->https : $this->http;
        return $proxy?->getValue() ?? '';
    }

    /** @return string the hosts as curl takes them, which knows no ports: an entry for another one is left out */
    public function exceptions(string $url): string
    {
        $port = parse_url($url, PHP_URL_PORT) ?? (strncasecmp($url, 'https:', 6) === 0 ? 443 : 80);
        $hosts = [];
        foreach (preg_split('/[\s,]+/', $this->exceptions) as $entry) {
            $hasPort = preg_match('/^(?:\[(.+)\]|([^:]+)):(\d+)$/D', $entry, $found) === 1;
            if (!$hasPort || (int) $found[3] === $port) {
                $hosts[] = $hasPort ? $found[1] . $found[2] : $entry;
            }
        }
        return implode(',', $hosts);
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
