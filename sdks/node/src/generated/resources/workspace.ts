// Generated from the API document by `npm run sdks`. Do not edit.
import { Resource } from '../../core/resource.ts';
import type { Change } from '../../core/client.ts';
import type { IfNoneMatch, ReadOptions, UpdateOptions } from '../../core/options.ts';
import type { NotModified } from '../../core/values.ts';
import type { UpdateWorkspaceRequest, Workspace } from '../types.ts';

/** `parley.workspace` */
export class WorkspaceResource extends Resource {
  /**
   * Retrieve the workspace of the credential.
   *
   * Any valid token is accepted.
   */
  get(options: ReadOptions & IfNoneMatch): Promise<Workspace | NotModified>;
  get(options?: ReadOptions): Promise<Workspace>;
  get(options?: ReadOptions): Promise<Workspace | NotModified> {
    return this.client.record<Workspace>(
      { id: 'getWorkspace', method: 'GET', path: ['v1', 'workspace'] },
      options,
    );
  }

  /**
   * Update the workspace.
   *
   * Only admins, and API keys, can have the scope. Changes only the fields that are sent, and only the
   * priorities in `sla_targets` that are sent; targets apply to tickets that are created, reopened or
   * given another priority from then on. Returns 403 for test keys, because live and test mode share
   * the workspace.
   *
   * Requires the scope `users:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `mode_forbidden`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `precondition_failed`, `invalid_parameter`, `read_only_parameter`,
   * `outcome_unknown`.
   */
  update(change: Change<Workspace, UpdateWorkspaceRequest>, options?: UpdateOptions): Promise<Workspace> {
    return this.client.change<Workspace, UpdateWorkspaceRequest, Workspace>(
      { id: 'updateWorkspace', method: 'PATCH', path: ['v1', 'workspace'] },
      'getWorkspace',
      change,
      options,
    );
  }
}
