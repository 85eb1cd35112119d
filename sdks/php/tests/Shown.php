<?php

declare(strict_types=1);

namespace Parley\Tests;

/** All texts that PHP makes of a value: of an error with its stack trace, and the arguments in it. */
final class Shown
{
    public static function of(mixed $value): string
    {
        for ($error = $value; $error instanceof \Throwable; $error = $error->getPrevious()) {
            // The arguments of PHPUnit are all tests that there are.
            $own = static fn (array $frame) => !str_starts_with($frame['class'] ?? '', 'PHPUnit\\');
            $trace = new \ReflectionProperty($error instanceof \Error ? \Error::class : \Exception::class, 'trace');
            $trace->setValue($error, array_filter($error->getTrace(), $own));
        }
        ob_start();
        var_dump($value);
        $text = ob_get_clean() . print_r($value, true) . var_export($value, true) . json_encode($value);
        return $value instanceof \Throwable ? $text . $value : $text;
    }
}
