<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** An uploaded file */
final class UploadedFile extends Model
{
    protected function __construct(
        array $raw,
        /** Id of the file */
        public readonly string $id,
        /** File name */
        public readonly string $name,
        /** Size in bytes */
        public readonly int $size,
        /** Media type, determined from the content */
        public readonly string $mime_type,
        /** Path of the folder, or null */
        public readonly ?string $folder,
        /**
         * Signed, expiring download URL, issued anew at every read; null once the file is deleted. That of an event may
         * have expired when the event arrives
         */
        public readonly ?string $url,
        /** Time of creation */
        public readonly string $created_at,
        /** Time of deletion, or null. Only the event `file.deleted` shows a deleted file */
        public readonly ?string $deleted_at,
    ) {
        parent::__construct($raw);
    }
}
