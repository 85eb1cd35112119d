<?php

declare(strict_types=1);

namespace Parley\Core;

use Parley\Exception\ConfigurationError;
use Parley\Exception\InvalidArgumentError;
use Parley\Time;

/** @internal Addresses: their check, and the encoding of ids and query parameters (RFC 3986). */
final class Url
{
    /** Parameters that a log may show: they tell nothing about a customer. */
    private const PAGING = ['page', 'per_page', 'cursor', 'sort', 'order'];

    /** @return string the URL without a slash at its end */
    public static function checked(string $url, bool $allowInsecure, string $option): string
    {
        $parts = parse_url($url);
        $scheme = strtolower($parts['scheme'] ?? '');
        if (!in_array($scheme, ['http', 'https'], true) || ($parts['host'] ?? '') === '') {
            throw new ConfigurationError("$option must be an http or https URL");
        }
        if (isset($parts['user']) || isset($parts['query']) || isset($parts['fragment'])) {
            throw new ConfigurationError("$option must not contain user information, a query or a fragment");
        }
        if ($scheme === 'http' && !$allowInsecure && !self::isLoopback($parts['host'])) {
            throw new ConfigurationError("$option is plain http, which would show the credential to others: use https");
        }
        return rtrim($url, '/');
    }

    /**
     * @param string $template `/v1/tickets/{ticket_id}`
     * @throws InvalidArgumentError for an id that would lead to another operation: an empty one to the list
     */
    public static function path(string $template, string ...$ids): string
    {
        foreach ($ids as $id) {
            if (in_array($id, ['', '.', '..'], true) || strpbrk($id, '/?#') !== false) {
                throw new InvalidArgumentError("not an id: '$id'");
            }
            $template = preg_replace('/\{\w+\}/', rawurlencode($id), $template, 1);
        }
        return $template;
    }

    /**
     * @param array<string, mixed> $parameters null is left out
     * @return string with its question mark, or empty
     */
    public static function query(array $parameters): string
    {
        $pairs = [];
        foreach ($parameters as $name => $value) {
            if ($value !== null) {
                $pairs[] = rawurlencode($name) . '=' . self::value($name, $value);
            }
        }
        return $pairs === [] ? '' : '?' . implode('&', $pairs);
    }

    /** Whether a file may be downloaded from it. */
    public static function isLink(string $url): bool
    {
        return preg_match('#^https?://[^/?\#]#i', $url) === 1;
    }

    /**
     * @param string $from a link
     * @param string $location where it is redirected to (RFC 3986, 5.2; curl removes the dots of a path)
     * @return string|null null if that is no link, or leaves https: a link is a secret
     */
    public static function redirected(string $from, string $location): ?string
    {
        preg_match('#^((https?:)//[^/?\#]+)((?:/[^/?\#]*(?=/))*)([^?\#]*)#i', $from, $parts);
        [, $origin, $scheme, $folder, $name] = $parts;
        $url = match (true) {
            preg_match('#^[a-z][a-z\d+.-]*:#i', $location) === 1 => $location,
            str_starts_with($location, '//') => $scheme . $location,
            str_starts_with($location, '/') => $origin . $location,
            str_starts_with($location, '?') => $origin . $folder . $name . $location,
            default => "$origin$folder/$location",
        };
        $isSafe = strtolower($scheme) === 'http:' || stripos($url, 'https:') === 0;
        return $isSafe && self::isLink($url) ? $url : null;
    }

    /** Path and query as a log may show them. */
    public static function loggable(string $url): string
    {
        $parts = parse_url($url);
        $pairs = array_map(static function (string $pair): string {
            [$name] = explode('=', $pair, 2);
            return in_array($name, self::PAGING, true) ? $pair : "$name=[…]";
        }, array_filter(explode('&', $parts['query'] ?? '')));
        return ($parts['path'] ?? '/') . ($pairs === [] ? '' : '?' . implode('&', $pairs));
    }

    public static function isLoopback(string $host): bool
    {
        return $host === 'localhost' || $host === '[::1]' || preg_match('/^127(\.\d{1,3}){3}$/D', $host) === 1;
    }

    private static function value(string $name, mixed $value): string
    {
        if (!is_array($value)) {
            return rawurlencode(self::text($value));
        }
        $texts = array_map(self::text(...), $value);
        foreach ($texts as $text) {
            if (str_contains($text, ',')) {
                throw new InvalidArgumentError("a value of $name contains a comma, which separates the values");
            }
        }
        return implode(',', array_map(rawurlencode(...), $texts));
    }

    private static function text(mixed $value): string
    {
        return match (true) {
            is_bool($value) => $value ? 'true' : 'false',
            $value instanceof \DateTimeInterface => Time::format($value),
            default => (string) $value,
        };
    }
}
