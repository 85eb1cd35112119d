// Generated from the API document by `npm run sdks`. Do not edit.
import { Resource } from '../../core/resource.ts';
import type {
  AddTeamMemberRequest,
  CreateTeamRequest,
  ListTeamMembersSort,
  ListTeamsSort,
  PageParams,
  SortOrder,
  Team,
  TeamLoad,
  TeamMember,
  UpdateTeamRequest,
  UserRole,
  UserStatus,
} from '../types.ts';
import type { Change } from '../../core/client.ts';
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

/** Parameters of `teams.members.list`. */
export interface ListTeamMembersParams extends PageParams {
  /** Role of the user */
  role?: UserRole[] | undefined;
  /** Status of the user */
  status?: UserStatus[] | undefined;
  /** Field to sort by */
  sort?: ListTeamMembersSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** Parameters of `teams.list`. */
export interface ListTeamsParams extends PageParams {
  /** Field to sort by */
  sort?: ListTeamsSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** `parley.teams.load` */
export class TeamsLoadResource extends Resource {
  /**
   * Retrieve the load of a team.
   *
   * Counts tickets and conversations whose status is `open` and that are not snoozed. The counts
   * follow changes within a second or so.
   *
   * Requires the scope `users:read`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(teamId: string, options: ReadOptions & IfNoneMatch): Promise<TeamLoad | NotModified>;
  get(teamId: string, options?: ReadOptions): Promise<TeamLoad>;
  get(teamId: string, options?: ReadOptions): Promise<TeamLoad | NotModified> {
    return this.client.record<TeamLoad>(
      { id: 'getTeamLoad', method: 'GET', path: ['v1', 'teams', teamId, 'load'] },
      options,
    );
  }
}

/** `parley.teams.members` */
export class TeamsMembersResource extends Resource {
  /**
   * Add a user to a team.
   *
   * A user who is a member already stays one. Only admins, and API keys, can have the scope. Returns
   * 403 for test keys, because live and test mode share teams.
   *
   * Requires the scope `users:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `mode_forbidden`, `not_found`,
   * `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
   * `missing_parameter`, `outcome_unknown`.
   */
  add(teamId: string, params: AddTeamMemberRequest, options?: WriteOptions): Promise<TeamMember> {
    return this.client.record<TeamMember>(
      { id: 'addTeamMember', method: 'POST', path: ['v1', 'teams', teamId, 'members'], body: params },
      options,
    );
  }

  /**
   * List the members of a team.
   *
   * Requires the scope `users:read`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`,
   * `not_found`.
   */
  list(teamId: string, params?: ListTeamMembersParams, options?: RequestOptions): List<TeamMember> {
    return this.client.list<TeamMember>(
      { id: 'listTeamMembers', method: 'GET', path: ['v1', 'teams', teamId, 'members'], query: params },
      options,
    );
  }

  /**
   * Remove a user from a team.
   *
   * Only admins, and API keys, can have the scope. Returns 403 for test keys, because live and test
   * mode share teams.
   *
   * Requires the scope `users:write`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `mode_forbidden`, `not_found`,
   * `outcome_unknown`.
   */
  remove(teamId: string, userId: string, options?: RequestOptions): Promise<Deletion> {
    return this.client.deletion(
      { id: 'removeTeamMember', method: 'DELETE', path: ['v1', 'teams', teamId, 'members', userId] },
      options,
    );
  }
}

/** `parley.teams` */
export class TeamsResource extends Resource {
  readonly load = new TeamsLoadResource(this.client);
  readonly members = new TeamsMembersResource(this.client);

  /**
   * Create a team.
   *
   * Only admins, and API keys, can have the scope. Returns 403 for test keys, because live and test
   * mode share teams.
   *
   * Requires the scope `users:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `mode_forbidden`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`, `missing_parameter`,
   * `duplicate_value`, `outcome_unknown`.
   */
  create(params: CreateTeamRequest, options?: WriteOptions): Promise<Team> {
    return this.client.record<Team>(
      { id: 'createTeam', method: 'POST', path: ['v1', 'teams'], body: params },
      options,
    );
  }

  /**
   * List teams.
   *
   * Requires the scope `users:read`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`.
   */
  list(params?: ListTeamsParams, options?: RequestOptions): List<Team> {
    return this.client.list<Team>(
      { id: 'listTeams', method: 'GET', path: ['v1', 'teams'], query: params },
      options,
    );
  }

  /**
   * Delete a team.
   *
   * Its members stay users of the workspace. Only admins, and API keys, can have the scope. Returns
   * 403 for test keys, because live and test mode share teams.
   *
   * Requires the scope `users:write`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `mode_forbidden`, `not_found`,
   * `precondition_failed`, `outcome_unknown`.
   */
  delete(teamId: string, options?: DeleteOptions): Promise<Deletion> {
    return this.client.deletion(
      { id: 'deleteTeam', method: 'DELETE', path: ['v1', 'teams', teamId] },
      options,
    );
  }

  /**
   * Retrieve a team.
   *
   * Requires the scope `users:read`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(teamId: string, options: ReadOptions & IfNoneMatch): Promise<Team | NotModified>;
  get(teamId: string, options?: ReadOptions): Promise<Team>;
  get(teamId: string, options?: ReadOptions): Promise<Team | NotModified> {
    return this.client.record<Team>({ id: 'getTeam', method: 'GET', path: ['v1', 'teams', teamId] }, options);
  }

  /**
   * Update a team.
   *
   * Changes only the fields that are sent. Only admins, and API keys, can have the scope. Returns 403
   * for test keys, because live and test mode share teams.
   *
   * Requires the scope `users:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `mode_forbidden`, `not_found`,
   * `idempotency_mismatch`, `idempotency_in_progress`, `precondition_failed`, `invalid_parameter`,
   * `read_only_parameter`, `duplicate_value`, `outcome_unknown`.
   */
  update(teamId: string, change: Change<Team, UpdateTeamRequest>, options?: UpdateOptions): Promise<Team> {
    return this.client.change<Team, UpdateTeamRequest, Team>(
      { id: 'updateTeam', method: 'PATCH', path: ['v1', 'teams', teamId] },
      'getTeam',
      change,
      options,
    );
  }
}
