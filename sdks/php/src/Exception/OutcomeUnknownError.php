<?php

declare(strict_types=1);

namespace Parley\Exception;

/** 503 outcome_unknown: the write may have taken effect; repeat it with the same key. */
final class OutcomeUnknownError extends ServerError
{
}
