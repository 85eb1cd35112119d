import { type EgressGuard, textOf } from '@parley/egress';
import { httpGet, type HttpResponse } from '../../transports/http-get.ts';
import { accountUrl } from '../../transports/graph/graph-transport.ts';
import type { Secrets } from '../../mailboxes/transport.rules.ts';
import { pageOf, type DeltaPage } from './delta.rules.ts';
import { GraphRefusal } from './graph-refusal.rules.ts';

/** Mails of a page. */
const PAGE_SIZE = 200;
/** Enough for a page whose mails have subjects of 255 characters, escaped. */
const PAGE_MAX_BYTES = 4 * 1024 * 1024;
const REFUSAL_MAX_BYTES = 64 * 1024;
/** Ids that stay the same when a mail is moved; pages of a size that does not bother the server. */
const PREFER = `IdType="ImmutableId", odata.maxpagesize=${PAGE_SIZE}`;

export interface GraphClientOptions {
  readonly guard: EgressGuard;
  readonly baseUrl: string;
  /** The user principal name of the mailbox. */
  readonly user: string;
  /** The present secrets; with `renews` with another access token than the last one. Throws `MailboxError`. */
  readonly secrets: (options: { readonly renews: boolean }) => Promise<Secrets>;
  /** Ends all requests. */
  readonly ended: AbortSignal;
}

/** The requests to Graph about the inbox of one mailbox. They throw `MailboxError`, {@link GraphRefusal} and `HttpRequestError`. */
export class GraphClient {
  constructor(private readonly options: GraphClientOptions) {}

  /** Asks for the inbox, and resolves to the clock of the server. */
  async lookAtInbox(signal: AbortSignal): Promise<Date> {
    const response = await this.#get((url) => `${url}/mailFolders/inbox?$select=id`, signal);
    response.close();
    return response.date ?? new Date();
  }

  /** A page of a round, by its link or that which is made of the address of the inbox. */
  async page(link: (inboxUrl: string) => string, signal: AbortSignal): Promise<DeltaPage> {
    let inboxUrl = '';
    const response = await this.#get((url) => {
      inboxUrl = `${url}/mailFolders/inbox`;
      return link(inboxUrl);
    }, signal);
    return pageOf(await textOf(response.body, PAGE_MAX_BYTES), inboxUrl);
  }

  /** The bytes of a mail. */
  mail(id: string): Promise<HttpResponse> {
    return this.#get((url) => `${url}/messages/${encodeURIComponent(id)}/$value`);
  }

  async #get(urlOf: (accountUrl: string) => string, signal?: AbortSignal): Promise<HttpResponse> {
    let response = await this.#request(urlOf, false, signal);
    // The token may have been revoked, or has been granted more meanwhile.
    if (response.status === 401) {
      response.close();
      response = await this.#request(urlOf, true, signal);
    }
    if (response.status === 200) return response;
    const text = await textOf(response.body, REFUSAL_MAX_BYTES, { mayBreakOff: true });
    throw new GraphRefusal(response.status, { retryAfterMs: response.retryAfterMs, text });
  }

  async #request(
    urlOf: (accountUrl: string) => string,
    renews: boolean,
    signal?: AbortSignal,
  ): Promise<HttpResponse> {
    const { guard, baseUrl, user, ended } = this.options;
    const { access_token: token = '', refresh_token: delegated } = await this.options.secrets({ renews });
    const url = urlOf(accountUrl({ baseUrl, user, isDelegated: delegated !== undefined }));
    return httpGet({
      ...{ guard, url, signals: signal === undefined ? [ended] : [signal, ended] },
      headers: { authorization: `Bearer ${token}`, prefer: PREFER },
    });
  }
}
