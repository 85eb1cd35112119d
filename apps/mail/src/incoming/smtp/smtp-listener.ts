import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { ApiError } from '@parley/contracts';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerDataStream,
  type SMTPServerSession,
} from 'smtp-server';
import { ACCEPT_TIMEOUT_MS, Acceptor } from '../acceptor.ts';
import type { Destination } from '../destination.ts';
import { MailboxAddresses } from '../mailbox-addresses.ts';
import { ListenerConfig } from './listener.config.ts';
import { ListenerCertificate } from './listener-certificate.ts';
import { mailsAccepted } from '../incoming-metrics.ts';
import { Reply, REPLIES } from './replies.ts';

/** Most recipients of a mail (RFC 5321 section 4.5.3.1.8). */
const RECIPIENTS_MAX = 100;
/** Time in which a client sends its next bytes (RFC 5321 section 4.5.3.2.7). */
const IDLE_TIMEOUT_MS = 300_000;
/** Recipients that nobody has, after which a client has to connect again: it may be looking for addresses. */
const UNKNOWN_RECIPIENTS_MAX = 20;
/** Bounds on a session and on the data of a mail, for clients that send just enough not to be idle. */
const SESSION_MAX_MS = 3_600_000;
const DATA_MAX_MS = ACCEPT_TIMEOUT_MS;
/** Time in which open connections may end their mail when the process stops. */
const DRAIN_MS = 20_000;

type Callback = (error?: Error | null) => void;

/**
 * Receives mail from other servers by SMTP (RFC 5321) or LMTP (RFC 2033). It answers 250 only once the mail is stored, and relays nothing:
 * it knows the addresses of mailboxes alone.
 */
@Injectable()
export class SmtpListener implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #server: SMTPServer | null = null;
  #stopWatching: () => void = () => undefined;
  readonly #perAddress = new Map<string, number>();
  /** What each open session is counted by. One that ends before its greeting never began. */
  readonly #counted = new Map<string, string>();
  /** Recipients of each session that nobody has. */
  readonly #unknown = new Map<string, number>();
  /** What ends each session that takes too long. */
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** Milliseconds that a session may take, and the data of a mail. */
  readonly limits = { sessionMs: SESSION_MAX_MS, dataMs: DATA_MAX_MS };
  /** The mailbox of the transaction of each session. */
  readonly #destinations = new Map<string, { readonly transaction: number; readonly mailbox: Destination }>();

  constructor(
    private readonly config: ListenerConfig,
    private readonly addresses: MailboxAddresses,
    private readonly acceptor: Acceptor,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Where it listens; null without. */
  get port(): number | null {
    return (this.#server?.server.address() as AddressInfo | null | undefined)?.port ?? null;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { MAIL_LISTEN_PORT: port, MAIL_LISTEN_HOST: host } = this.config;
    if (port === null) return;
    const certificate = ListenerCertificate.of(this.config);
    const server = this.#create(certificate);
    this.#server = server;
    const listening = once(server.server, 'listening');
    server.on('error', (error) =>
      this.logger.debug(
        { event: 'smtp.connection.failed', err: error },
        'A connection of a mail server failed',
      ),
    );
    server.listen(port, host);
    await listening;
    if (certificate !== null)
      this.#stopWatching = certificate.watch((changed) => server.updateSecureContext(changed), this.logger);
    this.logger.info({ event: 'smtp.listening', port: this.port }, 'Receives mail');
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopWatching();
    const server = this.#server;
    if (server !== null) await new Promise<void>((resolve) => server.close(resolve));
  }

  #create(certificate: ListenerCertificate | null): SMTPServer {
    const { config } = this;
    return new SMTPServer({
      ...(certificate?.current ?? {}),
      lmtp: config.MAIL_LISTEN_PROTOCOL === 'lmtp',
      // Nobody signs in, since nothing is relayed.
      disabledCommands: certificate === null ? ['AUTH', 'STARTTLS'] : ['AUTH'],
      authOptional: true,
      disableReverseLookup: true,
      // Those of the server would stand before ours.
      hideENHANCEDSTATUSCODES: true,
      size: this.acceptor.sizeMax,
      rejectOversized: true,
      maxRecipients: RECIPIENTS_MAX,
      maxClients: config.MAIL_LISTEN_CONNECTIONS,
      socketTimeout: IDLE_TIMEOUT_MS,
      closeTimeout: DRAIN_MS,
      ...(config.MAIL_LISTEN_PROXIES.length > 0 && { useProxy: [...config.MAIL_LISTEN_PROXIES] }),
      onConnect: (session, callback) => this.#connect(session, callback),
      onRcptTo: (address, session, callback) => answer(this.#recipient(address, session), callback),
      onData: (stream, session, callback) => answer(this.#data(stream, session), callback),
      onClose: (session) => this.#close(session),
    });
  }

  #connect({ id, remoteAddress }: SMTPServerSession, callback: Callback): void {
    const address = networkOf(remoteAddress);
    this.#timers.set(
      id,
      setTimeout(() => this.#end(id), this.limits.sessionMs),
    );
    const open = (this.#perAddress.get(address) ?? 0) + 1;
    this.#perAddress.set(address, open);
    this.#counted.set(id, address);
    callback(
      open > this.config.MAIL_LISTEN_CONNECTIONS_PER_ADDRESS ? new Reply(REPLIES.tooManyConnections) : null,
    );
  }

  /** Ends a session, whatever it is doing: what it has not ended is not stored. */
  #end(id: string): void {
    for (const connection of this.#server?.connections ?? []) {
      if (connection.session.id !== id) continue;
      const [code, text] = REPLIES.tooLong;
      connection.send(code, text);
      connection.close();
    }
  }

  #close({ id }: Pick<SMTPServerSession, 'id'>): void {
    const address = this.#counted.get(id);
    if (address === undefined) return;
    this.#counted.delete(id);
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    this.#destinations.delete(id);
    this.#unknown.delete(id);
    const open = (this.#perAddress.get(address) ?? 1) - 1;
    if (open > 0) this.#perAddress.set(address, open);
    else this.#perAddress.delete(address);
  }

  /** All recipients of a mail belong to one mailbox: a client sends the mail again to the others (RFC 5321 section 4.5.3.1.10). */
  async #recipient({ address }: SMTPServerAddress, session: SMTPServerSession): Promise<void> {
    const found = await this.addresses.find(address).catch((error: unknown) => {
      this.logger.error(
        { event: 'smtp.recipient.failed', err: error },
        'Cannot look the address of a recipient up',
      );
      throw new Reply(REPLIES.unavailable);
    });
    const { id, transaction } = session;
    if (found === null) {
      const unknown = (this.#unknown.get(id) ?? 0) + 1;
      this.#unknown.set(id, unknown);
      throw new Reply(unknown > UNKNOWN_RECIPIENTS_MAX ? REPLIES.tooManyUnknown : REPLIES.unknownRecipient);
    }
    const known = this.#destinations.get(id);
    if (known?.transaction !== transaction) this.#destinations.set(id, { transaction, mailbox: found });
    else if (known.mailbox.mailboxId !== found.mailboxId) throw new Reply(REPLIES.otherMailbox);
  }

  async #data(bytes: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const { id, envelope, remoteAddress: ip, hostNameAppearsAs: name } = session;
    const destination = this.#destinations.get(id)?.mailbox;
    this.#destinations.delete(id);
    if (destination === undefined) throw new Reply(REPLIES.unavailable);
    // An own server hands over what came from elsewhere, so that its address proves nothing.
    const client = this.config.MAIL_LISTEN_PROTOCOL === 'lmtp' ? null : { ip, name };
    const timer = setTimeout(() => this.#end(id), this.limits.dataMs);
    try {
      await this.acceptor.accept({
        destination,
        envelope: {
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map((one) => one.address),
          client,
        },
        transportKey: null,
        bytes,
      });
    } catch (error) {
      bytes.resume();
      throw this.#refusal(error, bytes);
    } finally {
      clearTimeout(timer);
    }
    mailsAccepted.inc({ transport: this.config.MAIL_LISTEN_PROTOCOL });
  }

  #refusal(error: unknown, { sizeExceeded }: SMTPServerDataStream): Reply {
    if (error instanceof ApiError && error.code === 'file_too_large')
      return new Reply(sizeExceeded ? REPLIES.tooLarge : REPLIES.storageFull);
    const isOutage = error instanceof ApiError && error.code === 'service_unavailable';
    this.logger[isOutage ? 'warn' : 'error'](
      { event: 'smtp.data.failed', err: error },
      'Cannot store a mail: its server sends it again',
    );
    return new Reply(REPLIES.unavailable);
  }
}

/** What connections are counted by: an IPv4 address, or the network that one customer of a provider has in IPv6 (RFC 6177). */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [front = '', back] = address.toLowerCase().replace(/%.*$/, '').split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const [head, tail] = [groups(front), groups(back ?? '')];
  const zeros = back === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const all = [...head, ...Array<string>(zeros).fill('0'), ...tail];
  return `${all
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

function answer(outcome: Promise<void>, callback: Callback): void {
  outcome.then(
    () => callback(null),
    (error: unknown) => callback(error instanceof Error ? error : new Reply(REPLIES.unavailable)),
  );
}
