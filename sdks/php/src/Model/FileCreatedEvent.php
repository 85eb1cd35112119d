<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/** A file was uploaded, alone or with a message */
final class FileCreatedEvent extends KnownEvent
{
    protected const RECORDS = ['data' => UploadedFile::class];

    protected function __construct(
        array $raw,
        /** An uploaded file */
        public readonly UploadedFile $data,
    ) {
        parent::__construct($raw);
    }
}
