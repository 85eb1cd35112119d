import { Inject, Injectable } from '@nestjs/common';
import { encodeId } from '@parley/contracts';
import { EgressGuard } from '@parley/egress';
import type { TenantContext } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { Every } from '@parley/runtime/scheduling';
import { MailConfig } from '../mail.config.ts';
import { GraphTransport } from '../transports/graph/graph-transport.ts';
import { SandboxTransport } from '../transports/sandbox/sandbox-transport.ts';
import { MailboxError } from '../transports/send-error.ts';
import { configuredSmtp, type SmtpAuthentication } from '../transports/smtp/smtp-options.ts';
import { SmtpTransport } from '../transports/smtp/smtp-transport.ts';
import type { MailboxFailure, Transport } from '../transports/transport.ts';
import { AccessTokens } from './access-tokens.ts';
import type { MailboxRow } from './mailbox.entity.ts';
import type { Secrets } from './transport.rules.ts';

/** Unused transports are closed after it. */
const UNUSED_MS = 300_000;

interface Opened {
  /** The version of the settings that it was opened with. */
  readonly version: string;
  readonly transport: Transport;
  usedAt: number;
}

/** The transports of mailboxes, each of which keeps some connections open. */
@Injectable()
export class MailboxTransports {
  readonly #opened = new Map<string, Opened>();

  constructor(
    private readonly tokens: AccessTokens,
    private readonly guard: EgressGuard,
    private readonly config: MailConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The transport of a mailbox with its present settings, or why there is none, as without a token. With `renews` it signs in with a new
   * access token.
   */
  async of(
    ctx: TenantContext,
    mailbox: MailboxRow,
    options: { renews?: boolean } = {},
  ): Promise<Transport | { failure: MailboxFailure }> {
    try {
      const secrets = await this.tokens.secretsOf(ctx, mailbox, options);
      const version = [mailbox.transport_version, mailbox.concurrency, secrets.access_expires_at ?? ''].join(
        ' ',
      );
      const opened = this.#opened.get(mailbox.id);
      if (opened?.version === version) {
        opened.usedAt = Date.now();
        return opened.transport;
      }
      const transport = this.#open(mailbox, secrets);
      this.#opened.set(mailbox.id, { version, transport, usedAt: Date.now() });
      void opened?.transport.close();
      return transport;
    } catch (error) {
      if (error instanceof MailboxError) return { failure: error.failure };
      throw error;
    }
  }

  @Every('1m', 'mail.transports.close')
  async closeUnused(): Promise<void> {
    const unused = [...this.#opened].filter(([, { usedAt }]) => usedAt < Date.now() - UNUSED_MS);
    for (const [id] of unused) this.#opened.delete(id);
    await Promise.all(unused.map(([, { transport }]) => transport.close()));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#opened.values()].map(({ transport }) => transport.close()));
  }

  #open({ transport, address, concurrency }: MailboxRow, secrets: Secrets): Transport {
    if (transport.type === 'sandbox') return new SandboxTransport();
    if (transport.type === 'graph')
      return new GraphTransport({
        guard: this.guard,
        user: transport.username ?? address,
        accessToken: secrets.access_token ?? '',
        isDelegated: secrets.refresh_token !== undefined,
      });
    return new SmtpTransport({
      guard: this.guard,
      host: transport.host ?? '',
      port: transport.port ?? 0,
      security: transport.security ?? 'tls',
      authentication: authenticationOf(transport, secrets),
      idleConnections: concurrency,
      ...configuredSmtp(this.config),
    });
  }

  /** A defect in the composition of a mail, which is tried again until the mail expires. */
  report(error: unknown, mail: { id: string }): void {
    this.logger.error(
      { event: 'mail.compose.failed', err: error, outgoing_mail_id: encodeId('outgoing_mail', mail.id) },
      'Cannot compose a mail',
    );
  }
}

function authenticationOf(
  { authentication, username }: MailboxRow['transport'],
  { password, access_token: accessToken }: Secrets,
): SmtpAuthentication | null {
  if (authentication === 'none' || username === null) return null;
  return authentication === 'password'
    ? { type: 'password', username, password: password ?? '' }
    : { type: 'oauth2', username, accessToken: accessToken ?? '' };
}
