<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A workspace and its settings, which both modes share */
final class Workspace extends Model
{
    protected const RECORDS = ['usage' => WorkspaceUsage::class, 'sla_targets' => SlaTargets::class];

    protected function __construct(
        array $raw,
        /** Id of the workspace */
        public readonly string $id,
        /** Name of the workspace */
        public readonly string $name,
        /**
         * Plan: 60, 300 or 1000 requests per minute, or unlimited (`starter`, `professional`, `business`, `unlimited`)
         */
        public readonly string $plan,
        /** Null while the requests cannot be counted */
        public readonly ?WorkspaceUsage $usage,
        /** Country (ISO 3166-1 alpha-2) in which national telephone numbers are read, or null */
        public readonly ?string $country,
        /** Time zone (IANA) */
        public readonly string $time_zone,
        /** Language (BCP 47) */
        public readonly string $language,
        /** First-response targets in force, by priority */
        public readonly SlaTargets $sla_targets,
        /** Time of creation */
        public readonly string $created_at,
        /** Time of the last change */
        public readonly string $updated_at,
    ) {
        parent::__construct($raw);
    }
}
