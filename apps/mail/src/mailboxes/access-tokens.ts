import { setTimeout as sleep } from 'node:timers/promises';
import type { EgressGuard } from '@parley/egress';
import { Database } from '@parley/persistence';
import { SingleFlight } from '@parley/runtime/async';
import { inTenant, systemContext, type TenantContext } from '@parley/runtime/context';
import { refreshAccessToken, TOKEN_ENDPOINTS, type AccessToken } from '../transports/oauth/refresh.ts';
import { Credentials } from './credentials.ts';
import { MailboxRow, type MailboxWithActivity } from './mailbox.entity.ts';
import { endTokenLease, findMailbox, leaseToken, lockMailbox } from './mailboxes.queries.ts';
import type { Secrets } from './transport.rules.ts';

/** An access token that ends sooner is replaced: a mail takes a while. */
const TOKEN_MARGIN_MS = 120_000;
/** Longer than a request to a token endpoint may take, with what is read and stored around it. */
const LEASE_MS = 60_000;
const POLL_MS = 200;

/**
 * The access tokens of mailboxes. One process at a time replaces that of a mailbox, since a refresh token that is used twice ends all
 * of them. It has a lease meanwhile and no connection to the database: an endpoint that hangs must not keep those of the service.
 */
export class AccessTokens {
  readonly #refreshes = new SingleFlight<Secrets>();

  constructor(
    private readonly db: Database,
    private readonly credentials: Credentials,
    private readonly guard: EgressGuard,
    private readonly endpoints = TOKEN_ENDPOINTS,
  ) {}

  /**
   * The secrets of a mailbox, with an access token that is valid for a while where one is needed; with `renews` another one than it
   * has, since what was granted meanwhile is in new tokens alone. Throws `MailboxError` if the provider gives none.
   */
  async secretsOf(ctx: TenantContext, mailbox: MailboxRow, { renews = false } = {}): Promise<Secrets> {
    const secrets = this.credentials.read(mailbox);
    if (mailbox.transport.authentication !== 'oauth2') return secrets;
    if (!renews && isFresh(secrets)) return secrets;
    const rejected = renews ? secrets.access_token : undefined;
    return this.#refreshes.run(mailbox.id, () => {
      const { requestId, tenant } = ctx;
      // Its tokens are stored whatever becomes of the request or the mail that asked for them.
      const own = systemContext({ requestId, timeoutMs: LEASE_MS });
      return this.#refresh(inTenant(own, tenant.workspaceId, tenant.mode), mailbox.id, rejected);
    });
  }

  async #refresh(ctx: TenantContext, id: string, rejected: string | undefined): Promise<Secrets> {
    for (;;) {
      const [lease] = await this.db.transaction(ctx, (tx) => tx.query(leaseToken, [id, LEASE_MS]));
      const row = await this.db.read(ctx).one(findMailbox, [id]);
      if (row === undefined) return {};
      const secrets = this.credentials.read(row);
      const isValid = isFresh(secrets) && secrets.access_token !== rejected;
      if (lease === undefined) {
        if (isValid) return secrets;
        await sleep(POLL_MS);
        continue;
      }
      try {
        if (isValid) return secrets;
        const { guard, endpoints } = this;
        const token = await refreshAccessToken({ guard, transport: row.transport, secrets, endpoints });
        const stored = await this.#store(ctx, row, token);
        if (stored !== null) return stored;
      } finally {
        await this.db.transaction(ctx, (tx) => tx.query(endTokenLease, [id, lease.until]));
      }
    }
  }

  /** Null if the mailbox was deleted, or has other credentials by now, to which the tokens do not belong. */
  #store(ctx: TenantContext, used: MailboxRow, token: AccessToken): Promise<Secrets | null> {
    return this.db.transaction(ctx, async (tx) => {
      const [row] = await tx.lockAll(lockMailbox, [[used.id]]);
      if (row?.transport_version !== used.transport_version) return null;
      const secrets: Secrets = {
        ...this.credentials.read(row),
        access_token: token.accessToken,
        access_expires_at: token.expiresAt,
        ...(token.refreshToken === null ? {} : { refresh_token: token.refreshToken }),
      };
      const encrypted_secrets = this.credentials.encrypt(row.id, secrets);
      await tx.update<MailboxRow, MailboxWithActivity>(MailboxRow, row, { encrypted_secrets });
      return secrets;
    });
  }
}

/** Whether the access token is valid for a while. */
export const isFresh = ({ access_token: token, access_expires_at: expiresAt = 0 }: Secrets): boolean =>
  token !== undefined && expiresAt > Date.now() + TOKEN_MARGIN_MS;
