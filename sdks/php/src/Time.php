<?php

declare(strict_types=1);

namespace Parley;

/** Conversions between the times of the API, which are text (RFC 3339, UTC), and those of PHP. */
final class Time
{
    /** @throws Exception\InvalidArgumentError if the text is no time of RFC 3339 */
    public static function parse(string $text): \DateTimeImmutable
    {
        $isTime = preg_match('/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/D', $text) === 1;
        try {
            return $isTime ? new \DateTimeImmutable($text) : throw new \Exception('it has another form');
        } catch (\Exception $error) {
            throw new Exception\InvalidArgumentError("not a time: {$error->getMessage()}", 0, $error);
        }
    }

    public static function format(\DateTimeInterface $time): string
    {
        return \DateTimeImmutable::createFromInterface($time)
            ->setTimezone(new \DateTimeZone('UTC'))
            ->format('Y-m-d\TH:i:s.v\Z');
    }
}
