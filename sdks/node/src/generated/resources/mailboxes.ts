// Generated from the API document by `npm run sdks`. Do not edit.
import { Resource } from '../../core/resource.ts';
import type { Change } from '../../core/client.ts';
import type {
  CreateMailboxRequest,
  ListMailboxesSort,
  Mailbox,
  MailboxProbe,
  MailboxStatus,
  MailboxTestResult,
  PageParams,
  SortOrder,
  UpdateMailboxRequest,
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

/** Parameters of `mailboxes.list`. */
export interface ListMailboxesParams extends PageParams {
  /** Status: `connected`, `disconnected` or `disabled` */
  status?: MailboxStatus[] | undefined;
  /** Id of the inbox, or `none` */
  inbox?: string[] | undefined;
  /** Field to sort by */
  sort?: ListMailboxesSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** `parley.mailboxes.probe` */
export class MailboxesProbeResource extends Resource {
  /**
   * Retrieve the last probe of a mailbox.
   *
   * Tells whether the mails of the last test have come back, whether subaddresses work, and what the
   * way back has changed. While subaddresses do not work, answers go to the plain address, whatever
   * `subaddressing` says.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(mailboxId: string, options: ReadOptions & IfNoneMatch): Promise<MailboxProbe | NotModified>;
  get(mailboxId: string, options?: ReadOptions): Promise<MailboxProbe>;
  get(mailboxId: string, options?: ReadOptions): Promise<MailboxProbe | NotModified> {
    return this.client.record<MailboxProbe>(
      { id: 'getMailboxProbe', method: 'GET', path: ['v1', 'mailboxes', mailboxId, 'probe'] },
      options,
    );
  }
}

/** `parley.mailboxes` */
export class MailboxesResource extends Resource {
  readonly probe = new MailboxesProbeResource(this.client);

  /**
   * Create a mailbox.
   *
   * Replies of users leave through it in the conversations that have its id as `mailbox_id`. In test
   * mode only the transport `sandbox` is possible, which sends nothing. A workspace can have 100
   * mailboxes in each mode; beyond that, `too_many_items` is returned. Emits `mailbox.connected`.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `idempotency_mismatch`, `idempotency_in_progress`,
   * `invalid_parameter`, `read_only_parameter`, `missing_parameter`, `too_many_items`,
   * `duplicate_value`, `outcome_unknown`.
   */
  create(params: CreateMailboxRequest, options?: WriteOptions): Promise<Mailbox> {
    return this.client.record<Mailbox>(
      { id: 'createMailbox', method: 'POST', path: ['v1', 'mailboxes'], body: params },
      options,
    );
  }

  /**
   * List mailboxes.
   *
   * Requires the scope `conversations:read`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`.
   */
  list(params?: ListMailboxesParams, options?: RequestOptions): List<Mailbox> {
    return this.client.list<Mailbox>(
      { id: 'listMailboxes', method: 'GET', path: ['v1', 'mailboxes'], query: params },
      options,
    );
  }

  /**
   * Delete a mailbox.
   *
   * What waits is not sent: its messages are `failed`. Conversations keep their messages, and their
   * `mailbox_id` becomes null shortly after, with `conversation.updated`.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`,
   * `precondition_failed`, `outcome_unknown`.
   */
  delete(mailboxId: string, options?: DeleteOptions): Promise<Deletion> {
    return this.client.deletion(
      { id: 'deleteMailbox', method: 'DELETE', path: ['v1', 'mailboxes', mailboxId] },
      options,
    );
  }

  /**
   * Retrieve a mailbox.
   *
   * Requires the scope `conversations:read`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(mailboxId: string, options: ReadOptions & IfNoneMatch): Promise<Mailbox | NotModified>;
  get(mailboxId: string, options?: ReadOptions): Promise<Mailbox>;
  get(mailboxId: string, options?: ReadOptions): Promise<Mailbox | NotModified> {
    return this.client.record<Mailbox>(
      { id: 'getMailbox', method: 'GET', path: ['v1', 'mailboxes', mailboxId] },
      options,
    );
  }

  /**
   * Update a mailbox.
   *
   * Changes only the fields that are sent; `transport`, `receiving`, `import`, `limits` and
   * `acknowledgement` as a whole. The same `import` again begins one that is completed anew. What
   * waits is sent with the new transport. Emits `mailbox.connected` if the status becomes `connected`.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `not_found`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `precondition_failed`, `invalid_parameter`, `read_only_parameter`,
   * `missing_parameter`, `too_many_items`, `duplicate_value`, `outcome_unknown`.
   */
  update(
    mailboxId: string,
    change: Change<Mailbox, UpdateMailboxRequest>,
    options?: UpdateOptions,
  ): Promise<Mailbox> {
    return this.client.change<Mailbox, UpdateMailboxRequest, Mailbox>(
      { id: 'updateMailbox', method: 'PATCH', path: ['v1', 'mailboxes', mailboxId] },
      'getMailbox',
      change,
      options,
    );
  }

  /**
   * Test a mailbox.
   *
   * Resolves the name of the server, connects, signs in, sends a mail from the mailbox to itself, and
   * tells whether mails are signed in the name of a verified sending domain. Where the mailbox fetches
   * its mails it also opens the inbox, with `imap_smtp` after signing in at the IMAP server
   * (`receiving`). Returns 200 whatever the outcome; look at `checks`. A test that passes connects a
   * mailbox that was disconnected. Where the mailbox receives its mails, `probe` tells what is known
   * of the way back, at most once a minute anew; read it until it is no longer `pending`, which takes
   * two minutes at most.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`,
   * `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `outcome_unknown`.
   */
  test(mailboxId: string, options?: WriteOptions): Promise<MailboxTestResult> {
    return this.client.record<MailboxTestResult>(
      { id: 'testMailbox', method: 'POST', path: ['v1', 'mailboxes', mailboxId, 'test'] },
      options,
    );
  }
}
