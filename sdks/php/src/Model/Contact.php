<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A person who communicates with the workspace */
final class Contact extends Model
{
    protected const MAPS = ['custom_fields' => null];

    protected function __construct(
        array $raw,
        /** Id of the contact */
        public readonly string $id,
        /** E-mail address, unique in the workspace (case-insensitive) */
        public readonly ?string $email,
        /** Full name */
        public readonly ?string $name,
        /** Phone number, as it was given */
        public readonly ?string $phone,
        /** Id of the contact in an external system, unique in the workspace and mode, or null */
        public readonly ?string $external_id,
        /** Company name */
        public readonly ?string $company,
        /**
         * The phone number in the format of E.164, or null if it is none or has an extension. A national number is one
         * of the country that the workspace had when it was written
         */
        public readonly ?string $phone_e164,
        /**
         * @var array<string, string|float|int|bool|list<string|float|int|bool>> Custom key-value pairs; values are
         *   strings, numbers, booleans or arrays of them
         */
        public readonly array $custom_fields,
        /** Time of creation */
        public readonly string $created_at,
        /** Time of the last change */
        public readonly string $updated_at,
    ) {
        parent::__construct($raw);
    }
}
