<?php

declare(strict_types=1);

// A server for the tests: prints its port, then one line of JSON per request. Its argument is the list of what it does
// with each request: an answer as text, `close` (ends the connection), or `silence` (never answers).

$server = stream_socket_server('tcp://127.0.0.1:0');
$script = json_decode($argv[1], true);
echo parse_url('tcp://' . stream_socket_get_name($server, false), PHP_URL_PORT), "\n";
$connections = 0;
$silent = [];
while ($script !== [] && ($connection = @stream_socket_accept($server, 20)) !== false) {
    $connections += 1;
    while ($script !== [] && ($head = stream_get_line($connection, 65536, "\r\n\r\n")) !== false && $head !== '') {
        $length = preg_match('/^content-length: (\d+)/im', $head, $found) === 1 ? (int) $found[1] : 0;
        $body = $length === 0 ? '' : stream_get_contents($connection, $length);
        echo json_encode(['head' => $head, 'body' => $body, 'connection' => $connections]), "\n";
        $action = array_shift($script);
        if ($action === 'silence') {
            $silent[] = $connection;
            break;
        }
        if ($action === 'close') {
            break;
        }
        fwrite($connection, $action);
    }
    if ($silent === [] || end($silent) !== $connection) {
        fclose($connection);
    }
}
// Until the test ends it, so that silent connections stay open.
sleep(20);
