<?php

// Runs samples of the PHP library: standard input has them as JSON.
require getenv('PARLEY_PHP');

foreach (json_decode(file_get_contents('php://stdin'), true) as $sample) {
    $parley = new Parley\Client(apiKey: $sample['apiKey']);
    try {
        eval("use Parley\\File;\n" . $sample['source']);
        echo "ok {$sample['id']}\n";
    } catch (Throwable $error) {
        echo "not ok {$sample['id']} " . $error->getMessage() . "\n";
    }
}
