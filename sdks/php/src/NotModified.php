<?php

declare(strict_types=1);

namespace Parley;

/** What a `get` with `ifNoneMatch` returns if the record is still the one that the caller has (status 304). */
final class NotModified
{
}
