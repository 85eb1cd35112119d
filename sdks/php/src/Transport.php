<?php

declare(strict_types=1);

namespace Parley;

use Parley\Core\HttpRequest;
use Parley\Core\HttpResponse;

/** Sends requests. The library has one with ext-curl; another one may be given to the client, such as for tests. */
interface Transport
{
    /**
     * Sends one request, once, and follows no redirects.
     *
     * @throws Exception\ConnectionError if there is no complete answer within the time limits of the request
     * @throws Exception\CancelledError if the signal of the request says so
     */
    public function send(HttpRequest $request): HttpResponse;
}
