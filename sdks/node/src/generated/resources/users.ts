// Generated from the API document by `npm run sdks`. Do not edit.
import { Resource } from '../../core/resource.ts';
import type { Change } from '../../core/client.ts';
import type {
  CreateUserRequest,
  InvitedUser,
  ListUsersSort,
  PageParams,
  SortOrder,
  UpdateUserRequest,
  User,
  UserRole,
  UserStatus,
} from '../types.ts';
import type {
  IfNoneMatch,
  ReadOptions,
  RequestOptions,
  UpdateOptions,
  WriteOptions,
} from '../../core/options.ts';
import type { List } from '../../core/page.ts';
import type { NotModified } from '../../core/values.ts';

/** Parameters of `users.list`. */
export interface ListUsersParams extends PageParams {
  /** Role of the user */
  role?: UserRole[] | undefined;
  /** Status of the user */
  status?: UserStatus[] | undefined;
  /** Field to sort by */
  sort?: ListUsersSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** `parley.users` */
export class UsersResource extends Resource {
  /**
   * Create a user.
   *
   * Only admins, and API keys, can have the scope. Returns a link on which the person chooses a
   * password, which makes them active. It is mailed to them where the installation sends such mails;
   * otherwise pass it on. It works once, within seven days, unless the credential that made it is
   * revoked first. Inviting an address again of a user who has not chosen a password changes that user
   * and ends the link before. Returns 403 for test keys, because live and test mode share users.
   *
   * Requires the scope `users:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `mode_forbidden`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`, `missing_parameter`,
   * `duplicate_value`, `outcome_unknown`.
   */
  create(params: CreateUserRequest, options?: WriteOptions): Promise<InvitedUser> {
    return this.client.record<InvitedUser>(
      { id: 'createUser', method: 'POST', path: ['v1', 'users'], body: params },
      options,
    );
  }

  /**
   * List users.
   *
   * Requires the scope `users:read`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`.
   */
  list(params?: ListUsersParams, options?: RequestOptions): List<User> {
    return this.client.list<User>(
      { id: 'listUsers', method: 'GET', path: ['v1', 'users'], query: params },
      options,
    );
  }

  /**
   * Retrieve a user.
   *
   * Requires the scope `users:read`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(userId: string, options: ReadOptions & IfNoneMatch): Promise<User | NotModified>;
  get(userId: string, options?: ReadOptions): Promise<User>;
  get(userId: string, options?: ReadOptions): Promise<User | NotModified> {
    return this.client.record<User>({ id: 'getUser', method: 'GET', path: ['v1', 'users', userId] }, options);
  }

  /**
   * Update a user.
   *
   * Only admins, and API keys, can have the scope. Changes only the fields that are sent; a new role
   * or status applies from the next request of the user. Returns 422 if the last active admin of the
   * workspace would be demoted or deactivated, and 403 for test keys, because live and test mode share
   * users. Inviting is the only way to the status `invited`; deactivating an invited user, or another
   * address, ends the link, and only another invitation brings a deactivated one back.
   *
   * Requires the scope `users:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `mode_forbidden`, `not_found`,
   * `idempotency_mismatch`, `idempotency_in_progress`, `precondition_failed`, `invalid_parameter`,
   * `read_only_parameter`, `duplicate_value`, `outcome_unknown`.
   */
  update(userId: string, change: Change<User, UpdateUserRequest>, options?: UpdateOptions): Promise<User> {
    return this.client.change<User, UpdateUserRequest, User>(
      { id: 'updateUser', method: 'PATCH', path: ['v1', 'users', userId] },
      'getUser',
      change,
      options,
    );
  }
}
