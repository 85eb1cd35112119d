<?php

declare(strict_types=1);

error_reporting(E_ALL);

require __DIR__ . '/../autoload.php';
require __DIR__ . '/FakeTransport.php';
require __DIR__ . '/Server.php';
