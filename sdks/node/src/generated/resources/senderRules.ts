// Generated from the API document by `npm run sdks`. Do not edit.
import { Resource } from '../../core/resource.ts';
import type {
  CreateSenderRuleRequest,
  ListSenderRulesSort,
  PageParams,
  SenderAction,
  SenderRule,
  SortOrder,
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

/** Parameters of `senderRules.list`. */
export interface ListSenderRulesParams extends PageParams {
  /** Action: `block` or `allow` */
  action?: SenderAction[] | undefined;
  /** The address or domain (case-insensitive) */
  sender?: string | undefined;
  /** Field to sort by */
  sort?: ListSenderRulesSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** `parley.senderRules` */
export class SenderRulesResource extends Resource {
  /**
   * Create a sender_rule.
   *
   * Applies to mails that arrive from now on, by the address in `From`, and a block to contact forms
   * by the address of their sender. The rule of an address has priority over that of its domain, and
   * that of a domain over those above it. A second rule for a sender is a `duplicate_value`.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `idempotency_mismatch`, `idempotency_in_progress`,
   * `invalid_parameter`, `read_only_parameter`, `missing_parameter`, `duplicate_value`,
   * `outcome_unknown`.
   */
  create(params: CreateSenderRuleRequest, options?: WriteOptions): Promise<SenderRule> {
    return this.client.record<SenderRule>(
      { id: 'createSenderRule', method: 'POST', path: ['v1', 'sender_rules'], body: params },
      options,
    );
  }

  /**
   * List sender rules.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`.
   */
  list(params?: ListSenderRulesParams, options?: RequestOptions): List<SenderRule> {
    return this.client.list<SenderRule>(
      { id: 'listSenderRules', method: 'GET', path: ['v1', 'sender_rules'], query: params },
      options,
    );
  }

  /**
   * Delete a sender rule.
   *
   * Mails that are in quarantine stay there.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`,
   * `precondition_failed`, `outcome_unknown`.
   */
  delete(senderRuleId: string, options?: DeleteOptions): Promise<Deletion> {
    return this.client.deletion(
      { id: 'deleteSenderRule', method: 'DELETE', path: ['v1', 'sender_rules', senderRuleId] },
      options,
    );
  }

  /**
   * Retrieve a sender rule.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(senderRuleId: string, options: ReadOptions & IfNoneMatch): Promise<SenderRule | NotModified>;
  get(senderRuleId: string, options?: ReadOptions): Promise<SenderRule>;
  get(senderRuleId: string, options?: ReadOptions): Promise<SenderRule | NotModified> {
    return this.client.record<SenderRule>(
      { id: 'getSenderRule', method: 'GET', path: ['v1', 'sender_rules', senderRuleId] },
      options,
    );
  }
}
