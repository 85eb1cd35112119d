<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\Resource;
use Parley\Model;
use Parley\NotModified;
use Parley\Omit;
use Parley\Options;

/** The operations of workspace. */
final class Workspace extends Resource
{
    /**
     * Retrieve the workspace of the credential.
     *
     * Any valid token is accepted.
     *
     * @return ($options is null ? Model\Workspace : Model\Workspace|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(?Options $options = null): Model\Workspace|NotModified
    {
        return $this->requester->record(Model\Workspace::class, new Call(
            'getWorkspace',
            'GET',
            '/v1/workspace',
        ), $options);
    }

    /**
     * Update the workspace.
     *
     * Only admins, and API keys, can have the scope. Changes only the fields that are sent, and only the priorities in
     * `sla_targets` that are sent; targets apply to tickets that are created, reopened or given another priority from
     * then on. Returns 403 for test keys, because live and test mode share the workspace.
     *
     * Requires the scope `users:write`. Errors: `mode_forbidden`, `idempotency_mismatch`, `idempotency_in_progress`,
     * `precondition_failed`, `read_only_parameter`.
     *
     * @param string|Omit $name Name of the workspace
     * @param string|null|Omit $country Country (ISO 3166-1 alpha-2) in which national telephone numbers are read, or
     *   null
     * @param string|Omit $time_zone Time zone (IANA)
     * @param string|Omit $language Language (BCP 47)
     * @param array{urgent?: string, high?: string, normal?: string, low?: string}|Omit $sla_targets First-response
     *   targets by priority
     * @throws \Parley\Exception\ParleyError
     */
    public function update(
        string|Omit $name = Omit::Value,
        string|null|Omit $country = Omit::Value,
        string|Omit $time_zone = Omit::Value,
        string|Omit $language = Omit::Value,
        array|Omit $sla_targets = Omit::Value,
        ?Options $options = null,
    ): Model\Workspace {
        return $this->requester->record(Model\Workspace::class, new Call(
            'updateWorkspace',
            'PATCH',
            '/v1/workspace',
            body: [
                'name' => $name, 'country' => $country, 'time_zone' => $time_zone, 'language' => $language,
                'sla_targets' => $sla_targets,
            ],
            objects: ['sla_targets'],
        ), $options);
    }

    /**
     * Reads the record, and updates it if nobody else has changed it meanwhile; otherwise both again, five times.
     *
     * @param \Closure(Model\Workspace): array<string, mixed> $change returns the arguments of `update`
     * @throws \Parley\Exception\PreconditionFailedError with the newest record
     * @throws \Parley\Exception\ParleyError
     */
    public function updateWith(\Closure $change, ?Options $options = null): Model\Workspace
    {
        $get = fn (Options $with) => $this->get(options: $with);
        $update = fn (array $fields, Options $with) =>
            $this->update(...$fields, options: $with);
        return $this->requester->edit($get, $update, $change, $options);
    }
}
