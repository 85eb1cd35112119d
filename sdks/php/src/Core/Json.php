<?php

declare(strict_types=1);

namespace Parley\Core;

use Parley\Exception\InvalidArgumentError;
use Parley\Omit;
use Parley\Time;

/** @internal JSON without the loss that PHP's arrays bring: `{}` would come back as `[]`, and `{"0": 1}` as `[1]`. */
final class Json
{
    /**
     * Objects become arrays, except for those that would be encoded as a list: they become a stdClass.
     *
     * @throws \JsonException
     */
    public static function decode(string $text): mixed
    {
        if (preg_match('/\{\s*(\}|"0")/', $text) !== 1) {
            return json_decode($text, true, 512, JSON_THROW_ON_ERROR);
        }
        return self::arrays(json_decode($text, false, 512, JSON_THROW_ON_ERROR));
    }

    /**
     * @param array<string, mixed> $fields
     * @param list<string> $objects paths of the fields that are objects even if they are empty (`update.custom_fields`)
     */
    public static function encode(array $fields, array $objects): string
    {
        return self::text(self::withObjects(self::plain($fields), $objects));
    }

    public static function text(mixed $value): string
    {
        $flags = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR;
        try {
            return json_encode($value, $flags);
        } catch (\JsonException $error) {
            throw new InvalidArgumentError("the body cannot be sent as JSON: {$error->getMessage()}", 0, $error);
        }
    }

    /** The fields that are given, with times as text. */
    public static function plain(mixed $value): mixed
    {
        if ($value instanceof \DateTimeInterface) {
            return Time::format($value);
        }
        if (!is_array($value)) {
            return $value;
        }
        return array_map(self::plain(...), array_filter($value, static fn (mixed $one) => $one !== Omit::Value));
    }

    /**
     * @param array<string, mixed> $fields
     * @param list<string> $objects
     */
    public static function withObjects(array $fields, array $objects): object
    {
        foreach ($fields as $name => $value) {
            if (!is_array($value)) {
                continue;
            }
            $prefix = "$name.";
            $inner = array_filter($objects, static fn (string $path) => str_starts_with($path, $prefix));
            if (in_array($name, $objects, true)) {
                $inner = array_map(static fn (string $path) => substr($path, strlen($prefix)), array_values($inner));
                $fields[$name] = self::withObjects($value, $inner);
            }
        }
        return (object) $fields;
    }

    private static function arrays(mixed $value): mixed
    {
        if (is_array($value)) {
            return array_map(self::arrays(...), $value);
        }
        if (!$value instanceof \stdClass) {
            return $value;
        }
        $array = array_map(self::arrays(...), (array) $value);
        return array_is_list($array) ? (object) $array : $array;
    }
}
