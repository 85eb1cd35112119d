<?php

declare(strict_types=1);

namespace Parley\Tests;

use PHPUnit\Framework\TestCase;

/** Doc comments against signatures, which no other tool compares here. */
final class DocumentationTest extends TestCase
{
    /** @dataProvider classes */
    public function testDocCommentsNameTheParametersThatThereAre(string $class): void
    {
        foreach ((new \ReflectionClass($class))->getMethods() as $method) {
            if ($method->class !== $class || ($comment = $method->getDocComment()) === false) {
                continue;
            }
            preg_match_all('/@param\s[^$]*?\$(\w+)/', preg_replace('/\\\\Closure\([^)]*\)/', '', $comment), $found);
            $names = array_map(static fn (\ReflectionParameter $one) => $one->name, $method->getParameters());
            self::assertSame([], array_diff($found[1], $names), "$class::$method->name");
            $ordered = array_values(array_intersect($names, $found[1]));
            self::assertSame($ordered, $found[1], "order in $class::$method->name");
        }
        $this->addToAssertionCount(1);
    }

    public function classes(): iterable
    {
        $source = dirname(__DIR__) . '/src';
        $folder = new \RecursiveDirectoryIterator($source, \FilesystemIterator::SKIP_DOTS);
        foreach (new \RecursiveIteratorIterator($folder) as $file) {
            $name = strtr(substr($file->getPathname(), strlen($source) + 1, -4), '/', '\\');
            yield $name => ["Parley\\$name"];
        }
    }
}
