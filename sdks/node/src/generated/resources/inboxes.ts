// Generated from the API document by `npm run sdks`. Do not edit.
import { Resource } from '../../core/resource.ts';
import type { Change } from '../../core/client.ts';
import type {
  CreateInboxRequest,
  Inbox,
  ListInboxesSort,
  PageParams,
  SortOrder,
  UpdateInboxRequest,
} from '../types.ts';
import type {
  DeleteOptions,
  IfNoneMatch,
  ReadOptions,
  RequestOptions,
  UpdateOptions,
  WriteOptions,
} from '../../core/options.ts';
import type { Deletion, NotModified } from '../../core/values.ts';
import type { List } from '../../core/page.ts';

/** Parameters of `inboxes.list`. */
export interface ListInboxesParams extends PageParams {
  /** Field to sort by */
  sort?: ListInboxesSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** `parley.inboxes` */
export class InboxesResource extends Resource {
  /**
   * Create an inbox.
   *
   * Only admins, and API keys, can have the scope. Returns 403 for test keys, because live and test
   * mode have the same inboxes.
   *
   * Requires the scope `users:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `mode_forbidden`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`, `missing_parameter`,
   * `outcome_unknown`.
   */
  create(params: CreateInboxRequest, options?: WriteOptions): Promise<Inbox> {
    return this.client.record<Inbox>(
      { id: 'createInbox', method: 'POST', path: ['v1', 'inboxes'], body: params },
      options,
    );
  }

  /**
   * List inboxes.
   *
   * Requires the scope `tickets:read`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`.
   */
  list(params?: ListInboxesParams, options?: RequestOptions): List<Inbox> {
    return this.client.list<Inbox>(
      { id: 'listInboxes', method: 'GET', path: ['v1', 'inboxes'], query: params },
      options,
    );
  }

  /**
   * Delete an inbox.
   *
   * Returns 422 while the inbox contains tickets of either mode: move them first. Its conversations
   * are kept: their `inbox_id` becomes null shortly after, with `conversation.updated`. Only admins,
   * and API keys, can have the scope. Returns 403 for test keys, because live and test mode have the
   * same inboxes.
   *
   * Requires the scope `users:write`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `mode_forbidden`, `not_found`,
   * `precondition_failed`, `invalid_parameter`, `outcome_unknown`.
   */
  delete(inboxId: string, options?: DeleteOptions): Promise<Deletion> {
    return this.client.deletion(
      { id: 'deleteInbox', method: 'DELETE', path: ['v1', 'inboxes', inboxId] },
      options,
    );
  }

  /**
   * Retrieve an inbox.
   *
   * Requires the scope `tickets:read`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(inboxId: string, options: ReadOptions & IfNoneMatch): Promise<Inbox | NotModified>;
  get(inboxId: string, options?: ReadOptions): Promise<Inbox>;
  get(inboxId: string, options?: ReadOptions): Promise<Inbox | NotModified> {
    return this.client.record<Inbox>(
      { id: 'getInbox', method: 'GET', path: ['v1', 'inboxes', inboxId] },
      options,
    );
  }

  /**
   * Update an inbox.
   *
   * Only admins, and API keys, can have the scope. Returns 403 for test keys, because live and test
   * mode have the same inboxes.
   *
   * Requires the scope `users:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `mode_forbidden`, `not_found`,
   * `idempotency_mismatch`, `idempotency_in_progress`, `precondition_failed`, `invalid_parameter`,
   * `read_only_parameter`, `outcome_unknown`.
   */
  update(
    inboxId: string,
    change: Change<Inbox, UpdateInboxRequest>,
    options?: UpdateOptions,
  ): Promise<Inbox> {
    return this.client.change<Inbox, UpdateInboxRequest, Inbox>(
      { id: 'updateInbox', method: 'PATCH', path: ['v1', 'inboxes', inboxId] },
      'getInbox',
      change,
      options,
    );
  }
}
