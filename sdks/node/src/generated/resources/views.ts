// Generated from the API document by `npm run sdks`. Do not edit.
import { Resource } from '../../core/resource.ts';
import type { Change } from '../../core/client.ts';
import type {
  Conversation,
  CreateViewRequest,
  ListViewRecordsSort,
  ListViewsSort,
  PageParams,
  SortOrder,
  Ticket,
  UpdateViewRequest,
  View,
  ViewCount,
  ViewCountsMeta,
  ViewResource,
  ViewVisibility,
} from '../types.ts';
import type {
  DeleteOptions,
  IfNoneMatch,
  ReadOptions,
  RequestOptions,
  UpdateOptions,
  WriteOptions,
} from '../../core/options.ts';
import type { Deletion, NotModified, Result } from '../../core/values.ts';
import type { List } from '../../core/page.ts';

/** Parameters of `views.counts.get`. */
export interface CountViewsParams {
  /** Ids of the views, at most 100 */
  ids: string[];
}

/** Parameters of `views.records.list`. */
export interface ListViewRecordsParams extends PageParams {
  /** Field to sort by; that of the view by default */
  sort?: ListViewRecordsSort | undefined;
  /** Sort direction; that of the view by default */
  order?: SortOrder | undefined;
}

/** Parameters of `views.list`. */
export interface ListViewsParams extends PageParams {
  /** Resource: `ticket` or `conversation` */
  resource?: ViewResource[] | undefined;
  /** Visibility: `private`, `team` or `workspace` */
  visibility?: ViewVisibility[] | undefined;
  /** Field to sort by */
  sort?: ListViewsSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** `parley.views.counts` */
export class ViewsCountsResource extends Resource {
  /**
   * Count the records of views.
   *
   * Counts the records of several views at once, each within a bounded number of them. Counts that are
   * asked for again within five minutes are kept, and follow the changes of records: seconds later, at
   * the latest within a minute. Views that the caller does not see are left out. Also requires the
   * scopes that read the records, `tickets:read` or `conversations:read`.
   *
   * Requires the scope `views:read`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `invalid_parameter`,
   * `missing_parameter`.
   */
  get(params: CountViewsParams, options?: RequestOptions): Promise<Result<ViewCount[], ViewCountsMeta>> {
    return this.client.result<ViewCount[], ViewCountsMeta>(
      { id: 'countViews', method: 'GET', path: ['v1', 'views', 'counts'], query: params },
      options,
    );
  }
}

/** `parley.views.records` */
export class ViewsRecordsResource extends Resource {
  /**
   * List the records of a view.
   *
   * Returns the tickets or conversations that match the filter of the view at the moment, as the list
   * of its resource does; `me` is the user of the credential. Also requires the scope that reads them,
   * `tickets:read` or `conversations:read`.
   *
   * Requires the scope `views:read`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`,
   * `not_found`.
   */
  list(
    viewId: string,
    params?: ListViewRecordsParams,
    options?: RequestOptions,
  ): List<Ticket | Conversation> {
    return this.client.list<Ticket | Conversation>(
      { id: 'listViewRecords', method: 'GET', path: ['v1', 'views', viewId, 'records'], query: params },
      options,
    );
  }
}

/** `parley.views` */
export class ViewsResource extends Resource {
  readonly counts = new ViewsCountsResource(this.client);
  readonly records = new ViewsRecordsResource(this.client);

  /**
   * Create a view.
   *
   * A user can have 200 views in each mode; beyond that, `too_many_items` is returned. Views of a team
   * are written by its members and by admins, those of the workspace by admins and API keys.
   *
   * Requires the scope `views:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `role_forbidden`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`, `missing_parameter`,
   * `too_many_items`, `outcome_unknown`.
   */
  create(params: CreateViewRequest, options?: WriteOptions): Promise<View> {
    return this.client.record<View>(
      { id: 'createView', method: 'POST', path: ['v1', 'views'], body: params },
      options,
    );
  }

  /**
   * List views.
   *
   * Returns the views that the caller sees: its own ones, and those of its teams and of the workspace.
   *
   * Requires the scope `views:read`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`.
   */
  list(params?: ListViewsParams, options?: RequestOptions): List<View> {
    return this.client.list<View>(
      { id: 'listViews', method: 'GET', path: ['v1', 'views'], query: params },
      options,
    );
  }

  /**
   * Delete a view.
   *
   * Views of a team are written by its members and by admins, those of the workspace by admins and API
   * keys.
   *
   * Requires the scope `views:write`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `role_forbidden`, `not_found`,
   * `precondition_failed`, `outcome_unknown`.
   */
  delete(viewId: string, options?: DeleteOptions): Promise<Deletion> {
    return this.client.deletion(
      { id: 'deleteView', method: 'DELETE', path: ['v1', 'views', viewId] },
      options,
    );
  }

  /**
   * Retrieve a view.
   *
   * Requires the scope `views:read`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(viewId: string, options: ReadOptions & IfNoneMatch): Promise<View | NotModified>;
  get(viewId: string, options?: ReadOptions): Promise<View>;
  get(viewId: string, options?: ReadOptions): Promise<View | NotModified> {
    return this.client.record<View>({ id: 'getView', method: 'GET', path: ['v1', 'views', viewId] }, options);
  }

  /**
   * Update a view.
   *
   * Changes only the fields that are sent. Views of a team are written by its members and by admins,
   * those of the workspace by admins and API keys. Only its owner makes a view private.
   *
   * Requires the scope `views:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `role_forbidden`, `not_found`,
   * `idempotency_mismatch`, `idempotency_in_progress`, `precondition_failed`, `invalid_parameter`,
   * `read_only_parameter`, `too_many_items`, `outcome_unknown`.
   */
  update(viewId: string, change: Change<View, UpdateViewRequest>, options?: UpdateOptions): Promise<View> {
    return this.client.change<View, UpdateViewRequest, View>(
      { id: 'updateView', method: 'PATCH', path: ['v1', 'views', viewId] },
      'getView',
      change,
      options,
    );
  }
}
