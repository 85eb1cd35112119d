<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A user and their membership in a team */
final class TeamMember extends Model
{
    protected const RECORDS = ['availability' => Availability::class];

    protected function __construct(
        array $raw,
        /** Id of the user */
        public readonly string $id,
        /** E-mail address */
        public readonly string $email,
        /** Full name */
        public readonly string $name,
        /** Role, which limits what the user and their tokens may do (`admin`, `agent`, `viewer`) */
        public readonly string $role,
        /**
         * Account status. Users are `invited` until they have chosen a password; only `active` ones can sign in and be
         * assigned (`active`, `invited`, `inactive`)
         */
        public readonly string $status,
        /** URL of the profile picture, or null */
        public readonly ?string $avatar_url,
        /** Whether a user takes records, and how many (servers before the next release do not send it) */
        public readonly ?Availability $availability,
        /** Time of creation */
        public readonly string $created_at,
        /** Time of the last change */
        public readonly string $updated_at,
        /** Time at which the user joined the team */
        public readonly string $joined_at,
    ) {
        parent::__construct($raw);
    }
}
