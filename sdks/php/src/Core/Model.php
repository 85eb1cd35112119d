<?php

declare(strict_types=1);

namespace Parley\Core;

/** A record as the API answers it. Fields that this release does not know are in `raw`. */
abstract class Model implements \JsonSerializable
{
    /** @var array<string, class-string<Model>> by the names of the fields that are records */
    protected const RECORDS = [];

    /** @var array<string, class-string<Model>> of those that are lists of records */
    protected const LISTS = [];

    /** @var array<string, class-string<Model>|null> of those that are maps, of records or of other values */
    protected const MAPS = [];

    /** @var array<class-string<Model>, list<string>> names of the fields, in the order of the constructor */
    private static array $fields = [];

    /** @param array<string, mixed> $raw all fields as they came; an empty object is a stdClass */
    protected function __construct(public readonly array $raw)
    {
    }

    /**
     * @param array<string, mixed>|\stdClass $raw an empty object is a stdClass
     * @throws \TypeError if a field of the first release is absent, or of another type
     */
    public static function fromArray(array|\stdClass $raw): static
    {
        $raw = (array) $raw;
        $values = [];
        foreach (self::$fields[static::class] ??= self::fieldsOf(static::class) as $name) {
            $value = $raw[$name] ?? null;
            $values[] = $value === null ? null : match (true) {
                isset(static::RECORDS[$name]) => static::RECORDS[$name]::fromArray($value),
                isset(static::LISTS[$name]) => array_map(static::LISTS[$name]::fromArray(...), $value),
                array_key_exists($name, static::MAPS) => self::map(static::MAPS[$name], $value),
                default => $value,
            };
        }
        return new static($raw, ...$values);
    }

    public function jsonSerialize(): object
    {
        return (object) $this->raw;
    }

    /** @return list<string> */
    private static function fieldsOf(string $class): array
    {
        $parameters = (new \ReflectionMethod($class, '__construct'))->getParameters();
        return array_map(static fn (\ReflectionParameter $one) => $one->name, array_slice($parameters, 1));
    }

    /** @return array<string, mixed> an array also for an object that is empty */
    private static function map(?string $class, array|\stdClass $value): array
    {
        return $class === null ? (array) $value : array_map($class::fromArray(...), (array) $value);
    }
}
