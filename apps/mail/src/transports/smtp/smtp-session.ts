import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { contentOf } from '../content.ts';
import { MailboxError, mailboxFailure } from '../send-error.ts';
import type { OutgoingMail } from '../transport.ts';
import { parseEhlo, type Offer } from './ehlo.rules.ts';
import type { WireEnvelope } from './envelope.rules.ts';
import type { Ending, Transmission } from './outcomes.rules.ts';
import { onReceived } from './received-bytes.ts';
import { sessionFailure } from './session-failure.rules.ts';
import { SMTP_TIMEOUTS, type SmtpAuthentication, type SmtpOptions } from './smtp-options.ts';
import { SmtpTranscript } from './smtp-transcript.ts';
import { xoauth2, xoauth2Response } from './xoauth2.ts';

const REPLY_MAX_BYTES = 64 * 1024;
/** More lines than a server answers to one command. */
const REPLY_MAX_LINES = 1_000;
const LINE_FEED = 10;
/** Nodemailer replaces the method XOAUTH2 by PLAIN where the server offers both and its own token generator is not used. */
const TOKEN_METHOD = 'ACCESS-TOKEN';
const QUIT_MS = 2_000;

/** An error of Nodemailer; the original code is that of Node.js or OpenSSL. */
type SessionError = Error & { readonly code?: string; readonly originalCode?: string };
type Callback = (error?: SessionError | null) => void;
interface End {
  readonly ending: Ending;
  readonly error: SessionError | null;
}

/** A connection that is signed in, for one mail at a time. */
export class SmtpSession {
  readonly openedAt = performance.now();
  offer: Offer = parseEhlo('');
  mails = 0;
  isOpen = true;
  readonly #options: SmtpOptions;
  readonly #connection: SMTPConnection;
  #transcript = new SmtpTranscript();
  #onProgress = () => {};
  /** Lines that came since the last command or answer. */
  #lines = 0;

  private constructor(options: SmtpOptions, socket: Socket) {
    this.#options = options;
    const { setup, reply, command } = this.#timeouts;
    const logger = (entry: object, text: unknown) => {
      this.#transcript.record(entry, text);
      this.#lines = 0;
      this.#onProgress();
    };
    this.#connection = new SMTPConnection({
      connection: socket,
      host: options.host,
      port: options.port,
      secure: options.security === 'tls',
      requireTLS: options.security === 'starttls',
      ignoreTLS: options.security === 'none',
      name: options.clientName,
      tls: { minVersion: 'TLSv1.2', ca: options.ca },
      customAuth: { [TOKEN_METHOD]: xoauth2 },
      logger: { debug: logger, info: logger, warn: logger, error: logger },
      transactionLog: true,
      maxResponseSize: REPLY_MAX_BYTES,
      connectionTimeout: setup,
      greetingTimeout: setup,
      // The timers of this class end before that of the socket, which does not know the stages.
      socketTimeout: 2 * Math.max(reply, command),
      socketCloseTimeout: 0,
    });
    this.#connection.on('error', () => undefined);
    this.#connection.on('end', () => (this.isOpen = false));
    onReceived(this.#connection, (bytes) => this.#countLines(bytes));
  }

  /** Greets the server and signs in. Takes over the socket. Throws {@link MailboxError}, also for the signal. */
  static async open(options: SmtpOptions, socket: Socket, signal?: AbortSignal): Promise<SmtpSession> {
    const session = new SmtpSession(options, socket);
    const timer = setTimeout(() => session.#onTimeout(), session.#timeouts.setup);
    try {
      await session.#setUp((done) => session.#connection.connect(done), signal);
      session.offer = parseEhlo(session.#connection.lastServerResponse || '');
      if (options.authentication !== null) await session.#signIn(options.authentication, signal);
      return session;
    } catch (error) {
      session.destroy();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Hands a mail over, and tells what the server answered. The session takes another mail only if it confirmed this one. */
  async send(mail: OutgoingMail, wire: WireEnvelope, signal?: AbortSignal): Promise<Transmission> {
    this.mails += 1;
    this.#transcript = new SmtpTranscript();
    const { exchanges } = this.#transcript;
    const transcript = this.#transcript;
    let timer: NodeJS.Timeout | undefined;
    this.#onProgress = () => {
      clearTimeout(timer);
      const stage = transcript.isBodySent ? 'reply' : 'command';
      timer = setTimeout(() => this.#onTimeout(), this.#timeouts[stage]);
    };
    this.#onProgress();
    const envelope = {
      from: wire.from,
      to: [...wire.to.keys()],
      size: mail.size,
      // A bounce names it again, where the server keeps it (RFC 3461 section 4.4).
      dsn: { envid: mail.messageId.replace(/^<|>$/g, '') },
    };
    const content = Readable.from(this.#contentOf(mail), { objectMode: false });
    const { ending } = await this.#until((done) => this.#connection.send(envelope, content, done), signal);
    clearTimeout(timer);
    this.#onProgress = () => {};
    return { exchanges, isBodySent: transcript.isBodySent, ending };
  }

  /** Says goodbye, and closes the connection when the server has answered. */
  async quit(): Promise<void> {
    if (!this.isOpen) return;
    const timer = setTimeout(() => this.destroy(), QUIT_MS);
    await this.#until(() => this.#connection.quit());
    clearTimeout(timer);
  }

  /** Closes the connection at once. */
  destroy(): void {
    this.#connection.close();
  }

  get #timeouts() {
    return this.#options.timeouts ?? SMTP_TIMEOUTS;
  }

  async #signIn(authentication: SmtpAuthentication, signal?: AbortSignal): Promise<void> {
    const { mechanisms } = this.offer;
    const isToken = authentication.type === 'oauth2';
    const mechanism = (isToken ? ['XOAUTH2'] : ['PLAIN', 'LOGIN']).find((name) => mechanisms.has(name));
    if (mechanism === undefined)
      throw new MailboxError(mailboxFailure('authentication_not_offered', 'authentication'));
    const pass = isToken ? authentication.accessToken : authentication.password;
    const login = { method: isToken ? TOKEN_METHOD : mechanism, user: authentication.username, pass };
    await this.#setUp((done) => this.#connection.login(login, done), signal);
  }

  async #setUp(start: (done: Callback) => void, signal?: AbortSignal): Promise<void> {
    const { ending, error } = await this.#until(start, signal);
    if (ending === 'answered' && error === null) return;
    throw new MailboxError(
      sessionFailure({
        transcript: this.#transcript,
        isInTls: this.#connection.upgrading === true,
        isTimeout: ending === 'timeout' || ending === 'cancelled',
        errorCode: error?.originalCode ?? error?.code ?? '',
        secrets: sentToSignIn(this.#options.authentication),
      }),
      error,
    );
  }

  #onTimeout = () => this.destroy();

  #countLines(bytes: Buffer): void {
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) this.#lines += 1;
    if (this.#lines > REPLY_MAX_LINES) this.destroy();
  }

  /** Waits for the callback of Nodemailer, or for what ends the connection without it. */
  #until(start: (done: Callback) => void, signal?: AbortSignal): Promise<End> {
    return new Promise((resolve) => {
      const settle = (ending: Ending, error: SessionError | null = null) => {
        this.#connection.off('error', onError);
        this.#connection.off('end', onEnd);
        signal?.removeEventListener('abort', onAbort);
        this.#onTimeout = () => this.destroy();
        resolve({ ending, error });
      };
      const onError = (error: SessionError) =>
        settle(error.code === 'ETIMEDOUT' ? 'timeout' : 'closed', error);
      const onEnd = () => settle('closed');
      const onAbort = () => {
        settle('cancelled');
        this.destroy();
      };
      this.#onTimeout = () => {
        settle('timeout');
        this.destroy();
      };
      this.#connection.on('error', onError);
      this.#connection.on('end', onEnd);
      if (signal?.aborted) onAbort();
      signal?.addEventListener('abort', onAbort, { once: true });
      start((error) => settle(error?.code === 'ESTREAM' ? 'no_content' : 'answered', error ?? null));
    });
  }

  /** The bytes of a mail, which nobody reads before the server asks for them. */
  async *#contentOf(mail: OutgoingMail): AsyncGenerator<Buffer> {
    for await (const chunk of contentOf(mail)) {
      yield chunk;
      this.#onProgress();
    }
  }
}

/** Shorter passwords are not looked for in answers, where they may be words. */
const SECRET_MIN = 6;

/** The texts of a sign-in: its password or token, and each form in which it is sent. */
function sentToSignIn(authentication: SmtpAuthentication | null): string[] {
  if (authentication === null) return [];
  const { username } = authentication;
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  if (authentication.type === 'oauth2')
    return [xoauth2Response(username, authentication.accessToken), authentication.accessToken];
  const { password } = authentication;
  return [base64(`\0${username}\0${password}`), base64(password), password].filter(
    ({ length }) => length >= SECRET_MIN,
  );
}
