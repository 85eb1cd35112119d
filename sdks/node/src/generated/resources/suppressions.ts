// Generated from the API document by `npm run sdks`. Do not edit.
import { Resource } from '../../core/resource.ts';
import type {
  CreateSuppressionRequest,
  ListSuppressionsSort,
  PageParams,
  SortOrder,
  Suppression,
  SuppressionReason,
} from '../types.ts';
import type {
  DeleteOptions,
  IfNoneMatch,
  ReadOptions,
  RequestOptions,
  WriteOptions,
} from '../../core/options.ts';
import type { Deletion, NotModified } from '../../core/values.ts';
import type { List } from '../../core/page.ts';

/** Parameters of `suppressions.list`. */
export interface ListSuppressionsParams extends PageParams {
  /** Reason: `bounced`, `complained` or `manual` */
  reason?: SuppressionReason[] | undefined;
  /** The address (case-insensitive) */
  address?: string | undefined;
  /** Field to sort by */
  sort?: ListSuppressionsSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** `parley.suppressions` */
export class SuppressionsResource extends Resource {
  /**
   * Create a suppression.
   *
   * Replies to the address fail with `suppressed` until the suppression is deleted. Suppressing a
   * suppressed address is a `duplicate_value`.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `idempotency_mismatch`, `idempotency_in_progress`,
   * `invalid_parameter`, `read_only_parameter`, `missing_parameter`, `duplicate_value`,
   * `outcome_unknown`.
   */
  create(params: CreateSuppressionRequest, options?: WriteOptions): Promise<Suppression> {
    return this.client.record<Suppression>(
      { id: 'createSuppression', method: 'POST', path: ['v1', 'suppressions'], body: params },
      options,
    );
  }

  /**
   * List suppressions.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`.
   */
  list(params?: ListSuppressionsParams, options?: RequestOptions): List<Suppression> {
    return this.client.list<Suppression>(
      { id: 'listSuppressions', method: 'GET', path: ['v1', 'suppressions'], query: params },
      options,
    );
  }

  /**
   * Delete a suppression.
   *
   * Mail to the address is sent again.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`,
   * `precondition_failed`, `outcome_unknown`.
   */
  delete(suppressionId: string, options?: DeleteOptions): Promise<Deletion> {
    return this.client.deletion(
      { id: 'deleteSuppression', method: 'DELETE', path: ['v1', 'suppressions', suppressionId] },
      options,
    );
  }

  /**
   * Retrieve a suppression.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(suppressionId: string, options: ReadOptions & IfNoneMatch): Promise<Suppression | NotModified>;
  get(suppressionId: string, options?: ReadOptions): Promise<Suppression>;
  get(suppressionId: string, options?: ReadOptions): Promise<Suppression | NotModified> {
    return this.client.record<Suppression>(
      { id: 'getSuppression', method: 'GET', path: ['v1', 'suppressions', suppressionId] },
      options,
    );
  }
}
