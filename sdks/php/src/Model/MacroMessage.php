<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** The message of a macro */
final class MacroMessage extends Model
{
    protected function __construct(
        array $raw,
        /** Id of the message; null in a preview */
        public readonly ?string $id,
        /** What the text of a macro becomes: a `reply` to the contact, or an internal `note` */
        public readonly string $type,
        /** Rendered text */
        public readonly string $body,
    ) {
        parent::__construct($raw);
    }
}
