// Generated from the API document by `npm run sdks`. Do not edit.
import { Resource } from '../../core/resource.ts';
import type {
  CreateIncomingMailRequest,
  IncomingMail,
  IncomingMailStatus,
  ListIncomingMailsSort,
  PageParams,
  SortOrder,
} from '../types.ts';
import type { IfNoneMatch, ReadOptions, RequestOptions, WriteOptions } from '../../core/options.ts';
import type { List } from '../../core/page.ts';
import type { NotModified } from '../../core/values.ts';

/** Parameters of `incomingMails.list`. */
export interface ListIncomingMailsParams extends PageParams {
  /** Status: `stored`, `importing`, `delivered`, `quarantined`, `ignored`, `failed` or `discarded` */
  status?: IncomingMailStatus[] | undefined;
  /** Id of the mailbox, or `none` */
  mailbox?: string[] | undefined;
  /** Field to sort by */
  sort?: ListIncomingMailsSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** `parley.incomingMails` */
export class IncomingMailsResource extends Resource {
  /**
   * Receive a mail in a sandbox.
   *
   * Has a sandbox receive a mail, as if it had arrived: it is read soon, and what becomes of it is
   * what would become of it in a mailbox. Only for a mailbox with the transport `sandbox`.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `idempotency_mismatch`, `idempotency_in_progress`,
   * `invalid_parameter`, `read_only_parameter`, `missing_parameter`, `file_too_large`,
   * `outcome_unknown`.
   */
  create(params: CreateIncomingMailRequest, options?: WriteOptions): Promise<IncomingMail> {
    return this.client.record<IncomingMail>(
      { id: 'createIncomingMail', method: 'POST', path: ['v1', 'incoming_mails'], body: params },
      options,
    );
  }

  /**
   * List incoming mails.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`.
   */
  list(params?: ListIncomingMailsParams, options?: RequestOptions): List<IncomingMail> {
    return this.client.list<IncomingMail>(
      { id: 'listIncomingMails', method: 'GET', path: ['v1', 'incoming_mails'], query: params },
      options,
    );
  }

  /**
   * Discard an incoming mail.
   *
   * The mail and its source are deleted, and a copy of it that arrives later is ignored. Only for one
   * with the status `quarantined` or `failed`; others are returned as they are.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`,
   * `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `outcome_unknown`.
   */
  discard(incomingMailId: string, options?: WriteOptions): Promise<IncomingMail> {
    return this.client.record<IncomingMail>(
      {
        id: 'discardIncomingMail',
        method: 'POST',
        path: ['v1', 'incoming_mails', incomingMailId, 'discard'],
      },
      options,
    );
  }

  /**
   * Retrieve an incoming mail.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(incomingMailId: string, options: ReadOptions & IfNoneMatch): Promise<IncomingMail | NotModified>;
  get(incomingMailId: string, options?: ReadOptions): Promise<IncomingMail>;
  get(incomingMailId: string, options?: ReadOptions): Promise<IncomingMail | NotModified> {
    return this.client.record<IncomingMail>(
      { id: 'getIncomingMail', method: 'GET', path: ['v1', 'incoming_mails', incomingMailId] },
      options,
    );
  }

  /**
   * Release a mail from quarantine.
   *
   * The mail becomes a message soon, unless it cannot be read or no contact can be made of its sender:
   * it is held back again then. If it was held back as `spam` or `flood`, its sender gets a sender
   * rule that allows it. Only for one with the status `quarantined`; others are returned as they are.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`,
   * `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `outcome_unknown`.
   */
  release(incomingMailId: string, options?: WriteOptions): Promise<IncomingMail> {
    return this.client.record<IncomingMail>(
      {
        id: 'releaseIncomingMail',
        method: 'POST',
        path: ['v1', 'incoming_mails', incomingMailId, 'release'],
      },
      options,
    );
  }

  /**
   * Retry an incoming mail.
   *
   * The mail is read again. Only for one with the status `failed`; others are returned as they are.
   * Refused for a mail without a source, such as one that is too large: it is at its mail server.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`,
   * `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `outcome_unknown`.
   */
  retry(incomingMailId: string, options?: WriteOptions): Promise<IncomingMail> {
    return this.client.record<IncomingMail>(
      { id: 'retryIncomingMail', method: 'POST', path: ['v1', 'incoming_mails', incomingMailId, 'retry'] },
      options,
    );
  }
}
