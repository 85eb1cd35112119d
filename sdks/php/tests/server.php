<?php

declare(strict_types=1);

// A server for the tests: prints its address, then one line of JSON per request. The first line of its input is what it
// does with each request: a step, or a list of steps. A step is text that is sent, in which {id} stands for the
// X-Request-Id of the request and {address} for that of the server; `wait` (for a line of input; a line of output tells
// that the steps after it are done); or `close` (ends the connection). Without a step it never answers. The argument is
// a file with a certificate and its key.

$certificate = $argv[1] ?? null;
$context = stream_context_create(['ssl' => ['local_cert' => $certificate]]);
$scheme = $certificate === null ? 'tcp' : 'tls';
$flags = STREAM_SERVER_BIND | STREAM_SERVER_LISTEN;
$server = stream_socket_server("$scheme://127.0.0.1:0", $number, $message, $flags, $context);
$script = json_decode(fgets(STDIN), true);
$address = stream_socket_get_name($server, false);
echo "$address\n";
$accepted = 0;
$connections = [];
while (true) {
    $ready = [$server, ...$connections];
    $none = null;
    if (stream_select($ready, $none, $none, 20) === 0) {
        exit;
    }
    if (in_array($server, $ready, true)) {
        $accepted += 1;
        $connections[$accepted] = stream_socket_accept($server);
        continue;
    }
    foreach ($ready as $connection) {
        $number = array_search($connection, $connections, true);
        $head = (string) stream_get_line($connection, 65536, "\r\n\r\n");
        if ($head === '' || $script === []) {
            fclose($connection);
            unset($connections[$number]);
            continue;
        }
        $length = preg_match('/^content-length: (\d+)/im', $head, $found) === 1 ? (int) $found[1] : 0;
        $body = $length === 0 ? '' : stream_get_contents($connection, $length);
        $request = ['head' => $head, 'body' => $body, 'connection' => $number, 'at' => hrtime(true) / 1e9];
        echo json_encode($request), "\n";
        $id = preg_match('/^x-request-id: (\S+)/im', $head, $found) === 1 ? $found[1] : '';
        $steps = (array) array_shift($script);
        foreach ($steps as $step) {
            match ($step) {
                'wait' => fgets(STDIN),
                'close' => fclose($connection),
                default => @fwrite($connection, strtr($step, ['{id}' => $id, '{address}' => $address])),
            };
        }
        if (in_array('wait', $steps, true)) {
            echo "{}\n";
        }
        if (in_array('close', $steps, true)) {
            unset($connections[$number]);
        }
    }
}
