<?php

declare(strict_types=1);

namespace Parley\Tests;

/** A certificate for the server of a test, with its key, in a file that goes with the object. */
final class Certificate
{
    public readonly string $path;

    public function __construct()
    {
        $this->path = tempnam(sys_get_temp_dir(), 'parley');
        $extensions = "subjectAltName=IP:127.0.0.1\nbasicConstraints=CA:TRUE";
        file_put_contents($this->path, "[req]\ndistinguished_name=name\n[name]\n[v3]\n$extensions\n");
        $config = ['config' => $this->path, 'x509_extensions' => 'v3', 'digest_alg' => 'sha256'];
        $key = openssl_pkey_new([...$config, 'private_key_bits' => 2048]);
        $request = openssl_csr_new(['commonName' => 'localhost'], $key, $config);
        openssl_x509_export(openssl_csr_sign($request, null, $key, 1, $config), $certificate);
        openssl_pkey_export($key, $text, null, $config);
        file_put_contents($this->path, $certificate . $text);
    }

    public function __destruct()
    {
        unlink($this->path);
    }
}
