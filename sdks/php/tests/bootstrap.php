<?php

declare(strict_types=1);

error_reporting(E_ALL);
// Stack traces show arguments, as they do where nothing is set.
ini_set('zend.exception_ignore_args', '0');

require __DIR__ . '/../autoload.php';
require __DIR__ . '/Certificate.php';
require __DIR__ . '/FakeTransport.php';
require __DIR__ . '/Server.php';
require __DIR__ . '/Shown.php';
