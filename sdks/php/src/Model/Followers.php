<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** Who follows a record */
final class Followers extends Model
{
    protected const LISTS = ['followers' => Follower::class];

    protected function __construct(
        array $raw,
        /** @var list<Follower> The followers, at most 50, the first one first */
        public readonly array $followers,
    ) {
        parent::__construct($raw);
    }
}
