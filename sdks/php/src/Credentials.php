<?php

declare(strict_types=1);

namespace Parley;

/** What gives the token of each request. */
interface Credentials
{
    /**
     * The token of the next request, renewed if it is about to expire.
     *
     * @throws Exception\ParleyError if it cannot be renewed
     */
    public function token(): string;

    /**
     * The successor of a token that the server has refused as expired.
     *
     * @return string|null null if this kind of token has none
     * @throws Exception\ParleyError if it cannot be renewed
     */
    public function renew(#[\SensitiveParameter] string $expired): ?string;
}
