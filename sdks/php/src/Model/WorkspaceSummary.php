<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** The workspace of the credential */
final class WorkspaceSummary extends Model
{
    protected function __construct(
        array $raw,
        /** Id of the workspace */
        public readonly string $id,
        /** Name of the workspace */
        public readonly string $name,
    ) {
        parent::__construct($raw);
    }
}
