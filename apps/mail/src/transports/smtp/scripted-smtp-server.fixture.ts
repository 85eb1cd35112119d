import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { ByteReader } from './byte-reader.fixture.ts';
import { TLS } from './tls.fixture.ts';

/** What the server does at a stage: an answer (with `\n` between its lines), or an end without one. */
export type Act = `${number}${' ' | '-'}${string}` | 'drop' | 'silence';
/** A function may wait, and answer then; without an answer of its own the server does what it does without a script. */
export type Step = Act | (() => Act | undefined | Promise<Act | undefined>);

/** Deviations from a server that takes everything; each stage is read when it is reached. */
export interface Script {
  readonly greeting?: Step;
  readonly ehlo?: Step;
  /** An answer other than 220 begins no TLS. */
  readonly starttls?: Step;
  /** An answer of 334 is a challenge, after which the sign-in is refused with 535. */
  readonly auth?: Step;
  readonly mail?: Step;
  /** One step for all recipients, or one for each by its address. */
  readonly rcpt?: Step | Readonly<Record<string, Step>>;
  readonly data?: Step;
  /** What happens when the first bytes of the body have come. The rest of it is read only after a function without an answer. */
  readonly body?: Step;
  /** The answer to the complete body. */
  readonly end?: Step;
}

export interface ReceivedMail {
  /** The name in EHLO. */
  readonly client: string;
  readonly from: string;
  readonly to: readonly string[];
  /** The complete body, without the escapes of dots. */
  readonly content: Buffer;
  readonly isEncrypted: boolean;
  /** The code of the answer to it; null as long as there is none. */
  answer: number | null;
}

export interface ScriptedSmtpServerOptions {
  readonly script?: Script;
  /** Lines of the answer to EHLO after the first one, without STARTTLS. */
  readonly extensions?: readonly string[];
  readonly tls?: 'none' | 'starttls' | 'implicit';
  readonly certificate?: { readonly key: string; readonly cert: string };
  /** False counts mails without keeping them, for long runs. */
  readonly keepsMails?: boolean;
}

export const EXTENSIONS = ['PIPELINING', 'SIZE 36700160', 'SMTPUTF8', 'DSN', 'AUTH PLAIN LOGIN XOAUTH2'];

/** A submission server on 127.0.0.1 that does at each stage what its script says, and keeps what it received. */
export class ScriptedSmtpServer {
  /** Mails whose body came in full, whatever the answer was. */
  readonly mails: ReceivedMail[] = [];
  /** How many of them. */
  mailsReceived = 0;
  connections = 0;
  /** Every line that a client sent outside of a body. */
  readonly commands: string[] = [];
  script: Script;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(
    server: Server,
    readonly options: ScriptedSmtpServerOptions,
  ) {
    this.#server = server;
    this.script = options.script ?? {};
    server.on('connection', (socket) => {
      this.connections += 1;
      this.#sockets.add(socket);
      socket.setNoDelay(true).on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
      void new Session(this, socket).run();
    });
  }

  static async start(options: ScriptedSmtpServerOptions = {}): Promise<ScriptedSmtpServer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ScriptedSmtpServer(server, options);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get openConnections(): number {
    return this.#sockets.size;
  }

  /** Ends all connections, as a restart of a server does. */
  dropConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.#server.close();
    this.dropConnections();
    await once(this.#server, 'close');
  }

  keep(mail: ReceivedMail): void {
    this.mailsReceived += 1;
    if (this.options.keepsMails ?? true) this.mails.push(mail);
  }
}

class Session {
  #socket: Socket;
  #reader: ByteReader;
  #client = '';
  #from: string | null = null;
  #to: string[] = [];

  constructor(
    private readonly server: ScriptedSmtpServer,
    socket: Socket,
  ) {
    this.#socket = socket;
    this.#reader = new ByteReader(socket);
  }

  async run(): Promise<void> {
    if (this.server.options.tls === 'implicit' && !(await this.#encrypt())) return;
    let isOpen = (await this.#act(this.server.script.greeting, '220 smtp.test ESMTP')) !== null;
    while (isOpen) {
      const line = await this.#reader.line();
      if (line === null) return;
      this.server.commands.push(line);
      isOpen = await this.#command(line);
    }
  }

  /** Returns whether the session goes on. */
  async #command(line: string): Promise<boolean> {
    const { script } = this.server;
    switch (/^\w*/.exec(line)?.[0].toUpperCase()) {
      case 'EHLO':
      case 'HELO':
        this.#client = line.slice('EHLO '.length);
        return (await this.#act(script.ehlo, this.#greeting())) !== null;
      case 'STARTTLS': {
        const isOffered = this.server.options.tls === 'starttls' && !this.#isEncrypted;
        const fallback = isOffered ? '220 2.0.0 Ready to start TLS' : '502 5.5.1 Not implemented';
        const code = await this.#act(script.starttls, fallback);
        return code === 220 ? this.#encrypt() : code !== null;
      }
      case 'AUTH':
        return this.#auth(line);
      case 'MAIL':
        return this.#mail(line);
      case 'RCPT':
        return this.#rcpt(line);
      case 'DATA':
        return this.#data();
      case 'RSET':
        this.#from = null;
        return (await this.#act(undefined, '250 2.0.0 Flushed')) !== null;
      case 'QUIT':
        this.#socket.end('221 2.0.0 Bye\r\n');
        return false;
      default:
        return (await this.#act(undefined, '500 5.5.2 Unknown command')) !== null;
    }
  }

  #greeting(): Act {
    const { extensions = EXTENSIONS, tls } = this.server.options;
    const offered = tls === 'starttls' && !this.#isEncrypted ? [...extensions, 'STARTTLS'] : extensions;
    const lines = ['smtp.test', ...offered];
    return lines.map((one, index) => `250${index < lines.length - 1 ? '-' : ' '}${one}`).join('\n') as Act;
  }

  async #auth(line: string): Promise<boolean> {
    const { auth } = this.server.script;
    if (/^AUTH LOGIN$/i.test(line))
      for (const prompt of ['334 VXNlcm5hbWU6', '334 UGFzc3dvcmQ6'] as const) {
        if ((await this.#act(undefined, prompt)) === null) return false;
        this.server.commands.push((await this.#reader.line()) ?? '');
      }
    const code = await this.#act(auth, '235 2.7.0 Accepted');
    if (code !== 334) return code !== null;
    this.server.commands.push((await this.#reader.line()) ?? '');
    return (await this.#act(undefined, '535 5.7.8 Username and Password not accepted')) !== null;
  }

  async #mail(line: string): Promise<boolean> {
    const code = await this.#act(this.server.script.mail, '250 2.1.0 OK');
    this.#to = [];
    this.#from = code === 250 ? addressIn(line) : null;
    return code !== null;
  }

  async #rcpt(line: string): Promise<boolean> {
    const address = addressIn(line);
    const { rcpt } = this.server.script;
    const step = typeof rcpt === 'object' ? rcpt[address] : rcpt;
    const isOutOfStep = this.#from === null;
    const code = await this.#act(isOutOfStep ? '503 5.5.1 MAIL first' : step, '250 2.1.5 OK');
    if (code === 250) this.#to.push(address);
    return code !== null;
  }

  async #data(): Promise<boolean> {
    const { script } = this.server;
    if (this.#to.length === 0) return (await this.#act('554 5.5.1 No valid recipients', '354 Go')) !== null;
    const code = await this.#act(script.data, '354 Go ahead');
    if (code !== 354) return code !== null;
    if (await this.#endsInBody(script.body)) return false;
    const content = await this.#reader.body();
    if (content === null) return false;
    const envelope = { client: this.#client, from: this.#from ?? '', to: this.#to };
    const mail: ReceivedMail = { ...envelope, content, isEncrypted: this.#isEncrypted, answer: null };
    this.server.keep(mail);
    this.#from = null;
    mail.answer = await this.#act(script.end, '250 2.0.0 Queued');
    return mail.answer !== null;
  }

  async #endsInBody(step: Step | undefined): Promise<boolean> {
    if (step === undefined) return false;
    await this.#reader.some();
    this.#socket.pause();
    const act = typeof step === 'function' ? await step() : step;
    if (act !== undefined) await this.#act(act, 'silence');
    else this.#socket.resume();
    return act !== undefined;
  }

  /** Sends an answer and returns its code; null if the session ends here. */
  async #act(step: Step | undefined, fallback: Act): Promise<number | null> {
    const act = (typeof step === 'function' ? await step() : step) ?? fallback;
    if (act === 'drop') this.#socket.destroy();
    if (act === 'drop' || act === 'silence') return null;
    this.#socket.write(`${act.replaceAll('\n', '\r\n')}\r\n`);
    return Number(act.slice(0, 3));
  }

  get #isEncrypted(): boolean {
    return this.#socket instanceof TLSSocket;
  }

  async #encrypt(): Promise<boolean> {
    this.#reader.release();
    const plain = this.#socket;
    const socket = new TLSSocket(plain, { isServer: true, ...(this.server.options.certificate ?? TLS) });
    this.#socket = socket;
    this.#reader = new ByteReader(socket);
    try {
      await once(socket, 'secure');
      return true;
    } catch {
      plain.destroy();
      return false;
    }
  }
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? '';
}
