// Generated from the API document by `npm run sdks`. Do not edit.
import { Resource } from '../../core/resource.ts';
import type {
  CreateSendingDomainRequest,
  ListSendingDomainsSort,
  PageParams,
  SendingDomain,
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

/** Parameters of `sendingDomains.list`. */
export interface ListSendingDomainsParams extends PageParams {
  /** Field to sort by */
  sort?: ListSendingDomainsSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** `parley.sendingDomains` */
export class SendingDomainsResource extends Resource {
  /**
   * Create a sending_domain.
   *
   * Makes a DKIM key for the domain and returns the records to publish. Needed only where mails leave
   * through a server that does not sign them itself. A verified domain belongs to one workspace of the
   * installation.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `idempotency_mismatch`, `idempotency_in_progress`,
   * `invalid_parameter`, `read_only_parameter`, `missing_parameter`, `duplicate_value`,
   * `too_many_items`, `outcome_unknown`.
   */
  create(params: CreateSendingDomainRequest, options?: WriteOptions): Promise<SendingDomain> {
    return this.client.record<SendingDomain>(
      { id: 'createSendingDomain', method: 'POST', path: ['v1', 'sending_domains'], body: params },
      options,
    );
  }

  /**
   * List sending_domains.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`.
   */
  list(params?: ListSendingDomainsParams, options?: RequestOptions): List<SendingDomain> {
    return this.client.list<SendingDomain>(
      { id: 'listSendingDomains', method: 'GET', path: ['v1', 'sending_domains'], query: params },
      options,
    );
  }

  /**
   * Delete a sending_domain.
   *
   * Mails from the domain are no longer signed.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`,
   * `precondition_failed`, `outcome_unknown`.
   */
  delete(sendingDomainId: string, options?: DeleteOptions): Promise<Deletion> {
    return this.client.deletion(
      { id: 'deleteSendingDomain', method: 'DELETE', path: ['v1', 'sending_domains', sendingDomainId] },
      options,
    );
  }

  /**
   * Retrieve a sending_domain.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(sendingDomainId: string, options: ReadOptions & IfNoneMatch): Promise<SendingDomain | NotModified>;
  get(sendingDomainId: string, options?: ReadOptions): Promise<SendingDomain>;
  get(sendingDomainId: string, options?: ReadOptions): Promise<SendingDomain | NotModified> {
    return this.client.record<SendingDomain>(
      { id: 'getSendingDomain', method: 'GET', path: ['v1', 'sending_domains', sendingDomainId] },
      options,
    );
  }

  /**
   * Verify a sending domain.
   *
   * Looks the DNS records up. Returns 200 whatever it finds; look at `status` and `records`.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`,
   * `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `outcome_unknown`.
   */
  verify(sendingDomainId: string, options?: WriteOptions): Promise<SendingDomain> {
    return this.client.record<SendingDomain>(
      {
        id: 'verifySendingDomain',
        method: 'POST',
        path: ['v1', 'sending_domains', sendingDomainId, 'verify'],
      },
      options,
    );
  }
}
