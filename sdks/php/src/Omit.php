<?php

declare(strict_types=1);

namespace Parley;

/** The default of optional arguments: a field that is not given is not sent, while null is sent as null. */
enum Omit
{
    case Value;
}
