// Generated from the API document by `npm run sdks`. Do not edit.
import { Resource } from '../../core/resource.ts';
import type { Change } from '../../core/client.ts';
import type {
  CreateTagRequest,
  ListTagsSort,
  PageParams,
  SortOrder,
  Tag,
  UpdateTagRequest,
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

/** Parameters of `tags.list`. */
export interface ListTagsParams extends PageParams {
  /** Field to sort by */
  sort?: ListTagsSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** `parley.tags` */
export class TagsResource extends Resource {
  /**
   * Create a tag.
   *
   * Only needed to choose a color: tagging a conversation or ticket with a new name also creates the
   * tag. Emits `tag.created`.
   *
   * Requires the scope `conversations:write` or `tickets:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `idempotency_mismatch`, `idempotency_in_progress`,
   * `invalid_parameter`, `read_only_parameter`, `missing_parameter`, `duplicate_value`,
   * `outcome_unknown`.
   */
  create(params: CreateTagRequest, options?: WriteOptions): Promise<Tag> {
    return this.client.record<Tag>(
      { id: 'createTag', method: 'POST', path: ['v1', 'tags'], body: params },
      options,
    );
  }

  /**
   * List tags.
   *
   * Counts are eventually consistent, usually within a second.
   *
   * Requires the scope `conversations:read` or `tickets:read`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`.
   */
  list(params?: ListTagsParams, options?: RequestOptions): List<Tag> {
    return this.client.list<Tag>(
      { id: 'listTags', method: 'GET', path: ['v1', 'tags'], query: params },
      options,
    );
  }

  /**
   * Delete a tag.
   *
   * Also removes the tag from conversations and tickets, usually within a second, from 100,000 of them
   * within minutes; their `updated_at` and `ETag` change. Using its name again later creates a new
   * tag. Emits one `tag.deleted`, and no event for each conversation and ticket.
   *
   * Requires the scope `conversations:write` or `tickets:write`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`,
   * `precondition_failed`, `outcome_unknown`.
   */
  delete(tagId: string, options?: DeleteOptions): Promise<Deletion> {
    return this.client.deletion({ id: 'deleteTag', method: 'DELETE', path: ['v1', 'tags', tagId] }, options);
  }

  /**
   * Retrieve a tag.
   *
   * Requires the scope `conversations:read` or `tickets:read`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(tagId: string, options: ReadOptions & IfNoneMatch): Promise<Tag | NotModified>;
  get(tagId: string, options?: ReadOptions): Promise<Tag>;
  get(tagId: string, options?: ReadOptions): Promise<Tag | NotModified> {
    return this.client.record<Tag>({ id: 'getTag', method: 'GET', path: ['v1', 'tags', tagId] }, options);
  }

  /**
   * Update a tag.
   *
   * Changes only the fields that are sent. A new `name` also replaces the old one in conversations and
   * tickets, usually within a second, for 100,000 of them within minutes; their `updated_at` and
   * `ETag` change. Emits one `tag.updated`, and no event for each conversation and ticket. No event is
   * sent if the request changes nothing.
   *
   * Requires the scope `conversations:write` or `tickets:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `not_found`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `precondition_failed`, `invalid_parameter`, `read_only_parameter`,
   * `duplicate_value`, `outcome_unknown`.
   */
  update(tagId: string, change: Change<Tag, UpdateTagRequest>, options?: UpdateOptions): Promise<Tag> {
    return this.client.change<Tag, UpdateTagRequest, Tag>(
      { id: 'updateTag', method: 'PATCH', path: ['v1', 'tags', tagId] },
      'getTag',
      change,
      options,
    );
  }
}
