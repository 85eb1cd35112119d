// Generated from the API document by `npm run sdks`. Do not edit.
import { Resource } from '../../core/resource.ts';
import type {
  ApplyMacroRequest,
  CreateMacroRequest,
  ListMacrosSort,
  Macro,
  MacroApplication,
  PageParams,
  SortOrder,
  UpdateMacroRequest,
  ViewVisibility,
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

/** Parameters of `macros.list`. */
export interface ListMacrosParams extends PageParams {
  /** Visibility: `private`, `team` or `workspace` */
  visibility?: ViewVisibility[] | undefined;
  /** Field to sort by */
  sort?: ListMacrosSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** `parley.macros` */
export class MacrosResource extends Resource {
  /**
   * Apply a macro.
   *
   * Renders the text for a ticket or a conversation, posts it as the caller, and applies the actions,
   * all or nothing; a text that renders to nothing is not posted. `preview` answers the same and
   * changes nothing. Requires the scope that reads the record, `tickets:read` or `conversations:read`,
   * and `contacts:read` for a text with the company or custom fields of the contact. Without `preview`
   * also `tickets:write` for actions on a ticket, and `conversations:write` for messages and for
   * actions on a conversation. What the macro names and does not exist any more is a 422, whose
   * `param` is the path in the macro. A text for a ticket without a conversation begins one, which
   * takes a contact. Emits the events of the message and of the update.
   *
   * Requires the scope `macros:read`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `not_found`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `invalid_parameter`, `missing_parameter`, `outcome_unknown`.
   */
  apply(macroId: string, params: ApplyMacroRequest, options?: WriteOptions): Promise<MacroApplication> {
    return this.client.record<MacroApplication>(
      { id: 'applyMacro', method: 'POST', path: ['v1', 'macros', macroId, 'apply'], body: params },
      options,
    );
  }

  /**
   * Create a macro.
   *
   * A user can have 500 macros in each mode; beyond that, `too_many_items` is returned. Macros of a
   * team are written by its members and by admins, those of the workspace by admins and API keys.
   * Users, teams and tags that `actions` name must exist: the path of one that does not is
   * `actions.team_id` or `actions.add_tags[0]`.
   *
   * Requires the scope `macros:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `role_forbidden`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`, `missing_parameter`,
   * `too_many_items`, `outcome_unknown`.
   */
  create(params: CreateMacroRequest, options?: WriteOptions): Promise<Macro> {
    return this.client.record<Macro>(
      { id: 'createMacro', method: 'POST', path: ['v1', 'macros'], body: params },
      options,
    );
  }

  /**
   * List macros.
   *
   * Returns the macros that the caller sees: its own ones, and those of its teams and of the
   * workspace.
   *
   * Requires the scope `macros:read`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`.
   */
  list(params?: ListMacrosParams, options?: RequestOptions): List<Macro> {
    return this.client.list<Macro>(
      { id: 'listMacros', method: 'GET', path: ['v1', 'macros'], query: params },
      options,
    );
  }

  /**
   * Delete a macro.
   *
   * Macros of a team are written by its members and by admins, those of the workspace by admins and
   * API keys.
   *
   * Requires the scope `macros:write`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `role_forbidden`, `not_found`,
   * `precondition_failed`, `outcome_unknown`.
   */
  delete(macroId: string, options?: DeleteOptions): Promise<Deletion> {
    return this.client.deletion(
      { id: 'deleteMacro', method: 'DELETE', path: ['v1', 'macros', macroId] },
      options,
    );
  }

  /**
   * Retrieve a macro.
   *
   * Requires the scope `macros:read`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(macroId: string, options: ReadOptions & IfNoneMatch): Promise<Macro | NotModified>;
  get(macroId: string, options?: ReadOptions): Promise<Macro>;
  get(macroId: string, options?: ReadOptions): Promise<Macro | NotModified> {
    return this.client.record<Macro>(
      { id: 'getMacro', method: 'GET', path: ['v1', 'macros', macroId] },
      options,
    );
  }

  /**
   * Update a macro.
   *
   * Changes only the fields that are sent; `actions` are replaced. Macros of a team are written by its
   * members and by admins, those of the workspace by admins and API keys. Only its owner makes a macro
   * private. Users, teams and tags that `actions` name must exist: the path of one that does not is
   * `actions.team_id` or `actions.add_tags[0]`.
   *
   * Requires the scope `macros:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `role_forbidden`, `not_found`,
   * `idempotency_mismatch`, `idempotency_in_progress`, `precondition_failed`, `invalid_parameter`,
   * `read_only_parameter`, `outcome_unknown`.
   */
  update(
    macroId: string,
    change: Change<Macro, UpdateMacroRequest>,
    options?: UpdateOptions,
  ): Promise<Macro> {
    return this.client.change<Macro, UpdateMacroRequest, Macro>(
      { id: 'updateMacro', method: 'PATCH', path: ['v1', 'macros', macroId] },
      'getMacro',
      change,
      options,
    );
  }
}
