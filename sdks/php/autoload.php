<?php

declare(strict_types=1);

// Loads the classes of the library where Composer does not: in its own tests.
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Parley\\')) {
        $file = __DIR__ . '/src/' . strtr(substr($class, 7), '\\', '/') . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
