<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A file of a message, as it was attached */
final class Attachment extends Model
{
    protected function __construct(
        array $raw,
        /** Id of the attachment */
        public readonly string $id,
        /** Id of the file */
        public readonly string $file_id,
        /** File name */
        public readonly string $name,
        /** Size in bytes */
        public readonly int $size,
        /** Media type, determined from the content */
        public readonly string $mime_type,
        /** Signed, expiring download URL, issued anew at every read; null once the file is deleted */
        public readonly ?string $url,
        /** Time at which the file was deleted, or null */
        public readonly ?string $deleted_at,
    ) {
        parent::__construct($raw);
    }
}
