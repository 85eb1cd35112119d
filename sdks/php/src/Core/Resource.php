<?php

declare(strict_types=1);

namespace Parley\Core;

/** @internal What generated resources have in common. */
abstract class Resource
{
    public function __construct(protected readonly Requester $requester)
    {
    }
}
