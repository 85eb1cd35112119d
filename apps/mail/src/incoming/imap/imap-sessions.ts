import type { EgressGuard } from '@parley/egress';
import type { TenantContext } from '@parley/runtime/context';
import type { AccessTokens } from '../../mailboxes/access-tokens.ts';
import type { MailboxRow } from '../../mailboxes/mailbox.entity.ts';
import type { MailboxFailure } from '../../transports/send-error.ts';
import { imapFailure } from './imap-errors.rules.ts';
import { IMAP_TIMINGS, type ImapOptions } from './imap-options.ts';
import { checkReceiving, ImapSession } from './imap-session.ts';

/** Connections to the IMAP servers of mailboxes. */
export class ImapSessions {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly guard: EgressGuard,
    private readonly sizeMax: number,
    readonly timings = IMAP_TIMINGS,
  ) {}

  /** A new connection with the present settings. Throws `MailboxError`. */
  async open(ctx: TenantContext, mailbox: MailboxRow, signal: AbortSignal): Promise<ImapSession> {
    return ImapSession.open(await this.#optionsOf(ctx, mailbox), signal);
  }

  /** Signs in and opens the inbox. Resolves to what is wrong, or null. */
  async check(ctx: TenantContext, mailbox: MailboxRow, signal: AbortSignal): Promise<MailboxFailure | null> {
    try {
      return await checkReceiving(await this.#optionsOf(ctx, mailbox), signal);
    } catch (error) {
      return imapFailure(error, 'authentication');
    }
  }

  async #optionsOf(ctx: TenantContext, mailbox: MailboxRow): Promise<ImapOptions> {
    const { password, access_token: accessToken } = await this.tokens.secretsOf(ctx, mailbox);
    const { transport } = mailbox;
    return {
      guard: this.guard,
      host: (transport.imap_host ?? '').replace(/^\[(.*)\]$/, '$1'),
      port: transport.imap_port ?? 993,
      security: transport.imap_security ?? 'tls',
      username: transport.username ?? '',
      secret:
        transport.authentication === 'oauth2'
          ? { accessToken: accessToken ?? '' }
          : { password: password ?? '' },
      sizeMax: this.sizeMax,
      timings: this.timings,
    };
  }
}
