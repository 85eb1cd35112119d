import { Injectable } from '@nestjs/common';
import { allowCidrs, EgressGuard } from '@parley/egress';
import type { NamedAddress } from '@parley/mail-text';
import { MailConfig } from '../mail.config.ts';
import { configuredSmtp, type SmtpOptions } from '../transports/smtp/smtp-options.ts';
import { SmtpTransport } from '../transports/smtp/smtp-transport.ts';
import type { OutgoingMail, SendResult } from '../transports/transport.ts';
import { SystemMailConfig } from './system-mail.config.ts';

/** The mailbox of the installation, through which the mails of the product itself leave, if the operator has set it. */
@Injectable()
export class SystemMailbox {
  readonly #from: NamedAddress | null;
  readonly #encrypted: SmtpTransport | null;
  /** The transport for a server that offers no STARTTLS, if the operator has named its address. */
  readonly #plain: SmtpTransport | null;

  constructor(
    { SYSTEM_MAIL_URL: server, SYSTEM_MAIL_FROM: from }: SystemMailConfig,
    config: MailConfig,
    guard: EgressGuard,
  ) {
    this.#from = from;
    if (server === null) {
      this.#encrypted = null;
      this.#plain = null;
      return;
    }
    const { host, port, security, authentication } = server;
    const options: Omit<SmtpOptions, 'guard' | 'security'> = {
      host,
      port,
      authentication: authentication === null ? null : { type: 'password', ...authentication },
      ...configuredSmtp(config),
    };
    // The operator names this server, and no workspace does: its address need not be public, while metadata services stay closed.
    const open = new EgressGuard({ allow: allowCidrs.parse('0.0.0.0/0,::/0') });
    this.#encrypted = new SmtpTransport({ ...options, guard: open, security });
    const mayBePlain = security === 'starttls' && config.hasExceptions;
    this.#plain = mayBePlain ? new SmtpTransport({ ...options, guard, security: 'none' }) : null;
  }

  get isOn(): boolean {
    return this.#encrypted !== null;
  }

  /** Throws if there is none. */
  get sender(): NamedAddress {
    if (this.#from === null) throw new Error('the installation has no mailbox of its own');
    return this.#from;
  }

  /** Hands a mail over once, encrypted unless the server offers none and is one of `MAIL_ALLOW_CIDRS` or `MAIL_ALLOW_HOSTS`. */
  async send(mail: OutgoingMail, signal: AbortSignal): Promise<SendResult> {
    if (this.#encrypted === null) throw new Error('the installation has no mailbox of its own');
    const result = await this.#encrypted.send(mail, signal);
    if (this.#plain === null || result.mailboxFailure?.code !== 'tls_not_offered') return result;
    const plain = await this.#plain.send(mail, signal);
    // The server is none that the operator has named, so that what is wrong is the missing encryption.
    return plain.mailboxFailure?.code === 'target_not_allowed' ? result : plain;
  }

  /** Waits for what is being sent. */
  async close(): Promise<void> {
    await this.#encrypted?.close();
    await this.#plain?.close();
  }
}
