import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { TLS } from '../../transports/smtp/tls.fixture.ts';

export interface StoredMail {
  readonly uid: number;
  readonly content: Buffer;
  readonly flags: Set<string>;
  readonly date: Date;
}

/** An answer without its tag, such as `NO [UNAVAILABLE] later`, or none. */
export type ImapAct = `${'OK' | 'NO' | 'BAD'} ${string}` | 'drop' | 'silence';

/** Deviations from a server that works; each is read when it is reached. */
export interface ImapScript {
  readonly greeting?: 'drop' | 'silence';
  readonly login?: ImapAct;
  readonly select?: ImapAct;
  /** What happens to a request for the bytes of a mail; `cut` ends the connection within them. */
  readonly body?: (uid: number) => ImapAct | 'cut' | undefined;
  /** The size that the server tells of a mail. */
  readonly size?: (mail: StoredMail) => number;
  /** Whether a part is sent as a whole. */
  readonly ignoresParts?: boolean;
  /** When the server tells of a new mail; by default at once, also during IDLE. */
  readonly tells?: 'noop' | 'never';
  /** Whether the mails of the folder have other UIDs each time it is opened. */
  readonly renumbers?: boolean;
  /** Every command after the sign-in is left without an answer. */
  readonly isSilent?: boolean;
}

interface Options {
  readonly script?: ImapScript;
  readonly capabilities?: string;
  readonly tls?: 'none' | 'starttls' | 'implicit';
  readonly certificate?: { readonly key: string; readonly cert: string };
}

/** An IMAP server on 127.0.0.1 with one folder, which does at each stage what its script says. */
export class ScriptedImapServer {
  mails: StoredMail[] = [];
  uidValidity = 1_700_000_000;
  uidNext = 1;
  script: ImapScript;
  connections = 0;
  /** Every line that a client sent. */
  readonly commands: string[] = [];
  readonly #server: Server;
  readonly #sessions = new Set<Session>();

  private constructor(
    server: Server,
    readonly options: Options,
  ) {
    this.#server = server;
    this.script = options.script ?? {};
    server.on('connection', (socket) => {
      this.connections += 1;
      const session = new Session(this, socket);
      this.#sessions.add(session);
      socket.on('close', () => this.#sessions.delete(session));
    });
  }

  static async start(options: Options = {}): Promise<ScriptedImapServer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ScriptedImapServer(server, options);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get openConnections(): number {
    return this.#sessions.size;
  }

  /** Connections that wait for what is new in the folder. */
  get idling(): number {
    return [...this.#sessions].filter((session) => session.isIdling).length;
  }

  /** Puts a mail into the folder; returns its UID. */
  put(content: string | Buffer, { flags = [] as string[], date = new Date() } = {}): number {
    const uid = this.uidNext;
    this.uidNext += 1;
    this.mails.push({ uid, content: Buffer.from(content), flags: new Set(flags), date });
    if (this.script.tells === undefined) for (const session of this.#sessions) session.tell();
    return uid;
  }

  /** Gives the folder other UIDs, as a server does that was restored: its connections end. */
  renumber(): void {
    this.giveOtherUids();
    this.dropConnections();
  }

  giveOtherUids(): void {
    this.uidValidity += 1;
    this.mails = this.mails.map((mail, index) => ({ ...mail, uid: index + 1 }));
    this.uidNext = this.mails.length + 1;
  }

  dropConnections(): void {
    for (const session of this.#sessions) session.drop();
  }

  async close(): Promise<void> {
    this.#server.close();
    this.dropConnections();
    await once(this.#server, 'close');
  }
}

class Session {
  isIdling = false;
  #socket: Socket;
  #input = '';
  #idleTag = '';
  #isOpen = false;

  constructor(
    private readonly server: ScriptedImapServer,
    socket: Socket,
  ) {
    this.#socket = socket;
    socket.setNoDelay(true).on('error', () => undefined);
    if (server.options.tls === 'implicit') this.#encrypt();
    else this.#listen();
    const { greeting } = server.script;
    if (greeting === 'drop') this.drop();
    else if (greeting === undefined) this.#send(`* OK [CAPABILITY ${this.#capabilities}] ready`);
  }

  drop(): void {
    this.#socket.destroy();
  }

  /** Tells how many mails there are (RFC 9051 section 7.4.1). */
  tell(): void {
    if (this.#isOpen) this.#send(`* ${this.server.mails.length} EXISTS`);
  }

  get #capabilities(): string {
    const { capabilities = 'IMAP4rev1 IDLE UIDPLUS', tls } = this.server.options;
    const isPlain = !(this.#socket instanceof TLSSocket);
    return tls === 'starttls' && isPlain ? `${capabilities} STARTTLS LOGINDISABLED` : capabilities;
  }

  #listen(): void {
    this.#socket.on('data', (chunk: Buffer) => {
      this.#input += chunk.toString('latin1');
      for (let end = this.#input.indexOf('\r\n'); end >= 0; end = this.#input.indexOf('\r\n')) {
        const line = this.#input.slice(0, end);
        this.#input = this.#input.slice(end + 2);
        this.#line(line);
      }
    });
  }

  #encrypt(): void {
    this.#socket.removeAllListeners('data');
    const certificate = this.server.options.certificate ?? TLS;
    this.#socket = new TLSSocket(this.#socket, { isServer: true, ...certificate });
    this.#socket.on('error', () => undefined);
    this.#listen();
  }

  #line(line: string): void {
    this.server.commands.push(line);
    if (this.isIdling) {
      this.isIdling = false;
      this.#send(`${this.#idleTag} OK done`);
      return;
    }
    const [tag = '', name = '', ...rest] = line.split(' ');
    const command = name.toUpperCase();
    if (this.server.script.isSilent === true && !['CAPABILITY', 'LOGIN', 'ID', 'NAMESPACE'].includes(command))
      return;
    if (command === 'UID') this.#uid(tag, rest.join(' '));
    else this.#command(tag, command, rest.join(' '));
  }

  #command(tag: string, command: string, rest: string): void {
    const { script } = this.server;
    const own: Readonly<Record<string, () => void>> = {
      LOGIN: () => this.#act(tag, script.login),
      AUTHENTICATE: () => this.#act(tag, script.login),
      SELECT: () => this.#select(tag, command),
      EXAMINE: () => this.#select(tag, command),
      IDLE: () => this.#idle(tag),
      FETCH: () => this.#fetch(tag, rest, false),
    };
    if (own[command] !== undefined) {
      own[command]();
      return;
    }
    if (command === 'CAPABILITY') this.#send(`* CAPABILITY ${this.#capabilities}`);
    else if (command === 'NOOP' && script.tells !== 'never') this.tell();
    else if (command === 'LIST' || command === 'LSUB') this.#send(`* ${command} () "/" INBOX`);
    else if (command === 'NAMESPACE') this.#send('* NAMESPACE (("" "/")) NIL NIL');
    else if (command === 'LOGOUT') this.#send('* BYE');
    this.#send(`${tag} OK done`);
    if (command === 'STARTTLS') this.#encrypt();
    if (command === 'LOGOUT') this.#socket.end();
  }

  #act(tag: string, act: ImapAct = 'OK done'): void {
    if (act === 'drop') this.drop();
    else if (act !== 'silence') this.#send(`${tag} ${act}`);
  }

  #select(tag: string, command: string): void {
    if (this.server.script.renumbers === true) this.server.giveOtherUids();
    const { mails, uidValidity, uidNext, script } = this.server;
    if (script.select !== undefined) {
      this.#act(tag, script.select);
      return;
    }
    this.#isOpen = true;
    this.#send('* FLAGS (\\Seen \\Deleted)', `* ${mails.length} EXISTS`);
    this.#send(`* OK [UIDVALIDITY ${uidValidity}] ok`, `* OK [UIDNEXT ${uidNext}] ok`);
    this.#send(`${tag} OK [${command === 'EXAMINE' ? 'READ-ONLY' : 'READ-WRITE'}] done`);
  }

  #idle(tag: string): void {
    this.isIdling = true;
    this.#idleTag = tag;
    this.#send('+ idling');
  }

  #uid(tag: string, text: string): void {
    const [name = '', ...rest] = text.split(' ');
    const command = name.toUpperCase();
    if (command === 'FETCH') {
      this.#fetch(tag, rest.join(' '), true);
      return;
    }
    const chosen = this.#chosen(rest[0] ?? '', true);
    if (command === 'STORE') for (const { flags } of chosen) flags.add(/\\\w+/.exec(text)?.[0] ?? '');
    if (command === 'EXPUNGE')
      this.server.mails = this.server.mails.filter(
        (mail) => !chosen.includes(mail) || !mail.flags.has('\\Deleted'),
      );
    this.#send(`${tag} OK done`);
  }

  /** The ends of a range are in no order, and `*` is the last mail whatever its UID (RFC 9051 section 9). */
  #chosen(range: string, isByUid: boolean): StoredMail[] {
    const numbers = this.server.mails.map((mail, index) => (isByUid ? mail.uid : index + 1));
    const chosen = new Set(
      range.split(',').flatMap((part) => {
        const ends = part.split(':').map((end) => (end === '*' ? (numbers.at(-1) ?? 0) : Number(end)));
        const [low, high] = [Math.min(...ends), Math.max(...ends)];
        return numbers.filter((number) => low <= number && number <= high);
      }),
    );
    return this.server.mails.filter((_, index) => chosen.has(numbers[index] ?? 0));
  }

  #fetch(tag: string, text: string, isByUid: boolean): void {
    const { script, mails } = this.server;
    for (const mail of this.#chosen(text.split(' ')[0] ?? '', isByUid)) {
      const items = [`UID ${mail.uid}`];
      if (text.includes('RFC822.SIZE'))
        items.push(`RFC822.SIZE ${script.size?.(mail) ?? mail.content.length}`);
      if (text.includes('INTERNALDATE')) items.push(`INTERNALDATE "${internalDate(mail.date)}"`);
      const [, peek, start = '0', length = ''] = /BODY(\.PEEK)?\[\](?:<(\d+)\.(\d+)>)?/.exec(text) ?? [];
      const head = `* ${mails.indexOf(mail) + 1} FETCH (${items.join(' ')}`;
      if (!text.includes('BODY')) {
        this.#send(`${head})`);
        continue;
      }
      const [, names] = /HEADER\.FIELDS \(([^)]*)\)/.exec(text) ?? [];
      if (names !== undefined) {
        const fields = headOf(mail.content, names.split(' '));
        this.#send(`${head} BODY[HEADER.FIELDS (${names})] {${Buffer.byteLength(fields, 'latin1')}}`);
        this.#socket.write(fields, 'latin1');
        this.#send(')');
        continue;
      }
      if (peek === undefined) mail.flags.add('\\Seen');
      const end = length === '' || script.ignoresParts === true ? Infinity : Number(start) + Number(length);
      const part = mail.content.subarray(Number(start), end);
      const act = script.body?.(mail.uid);
      if (act !== undefined && act !== 'cut') {
        this.#act(tag, act);
        return;
      }
      this.#socket.write(`${head} BODY[]<${start}> {${part.length}}\r\n`);
      if (act === 'cut') {
        this.#socket.end(part.subarray(0, part.length / 2));
        return;
      }
      this.#socket.write(part);
      this.#send(')');
    }
    this.#send(`${tag} OK done`);
  }

  #send(...lines: string[]): void {
    for (const line of lines) if (!this.#socket.destroyed) this.#socket.write(`${line}\r\n`);
  }
}

/** The fields with one of the names, as they are in the mail (RFC 9051 section 6.4.5.1). */
function headOf(content: Buffer, names: readonly string[]): string {
  const [head = ''] = content.toString('latin1').split('\r\n\r\n', 1);
  const fields = head.split(/\r\n(?![ \t])/);
  const isAsked = (field: string) =>
    names.some((name) => field.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return [...fields.filter(isAsked), '', ''].join('\r\n');
}

/** As ` 5-Nov-2026 10:00:00 +0000` (RFC 9051 section 9, date-time). */
function internalDate(date: Date): string {
  const [, day = '', month = '', year = '', time = ''] =
    /(\d+) (\w+) (\d+) ([\d:]+)/.exec(date.toUTCString()) ?? [];
  return `${day}-${month}-${year} ${time} +0000`;
}
