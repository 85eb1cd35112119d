import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '@parley/embedded-postgres';
import { eventually, Operator } from '@parley/testing';
import { SMTPServer } from 'smtp-server';
import { decodedBody, read, valueOf } from '../../../apps/mail/src/composing/composed.fixture.ts';
import { SHARED_SETTINGS, untilReady } from '../../setup/platform.mjs';
import { end, freePorts, WITHOUT_SERVERS } from '../../setup/services-process.mjs';

const root = join(import.meta.dirname, '../../..');

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The links in it. */
  links: string[];
}

/** A submission server on this machine that keeps what it gets. It can be away for a while. */
export class Mailboxes {
  readonly mails: Mail[] = [];
  #server: SMTPServer | null = null;

  constructor(readonly port: number) {}

  async open(): Promise<void> {
    this.#server = new SMTPServer({
      authOptional: true,
      // Connections that wait for the next mail are cut.
      closeTimeout: 100,
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const to = session.envelope.rcptTo.map(({ address }) => address);
          this.mails.push(mailOf(to.join(), Buffer.concat(chunks).toString('latin1')));
          done();
        });
      },
    });
    await new Promise<void>((opened) => this.#server?.listen(this.port, '127.0.0.1', opened));
  }

  async close(): Promise<void> {
    await new Promise<void>((closed) => {
      if (this.#server === null) closed();
      else this.#server.close(() => closed());
    });
    this.#server = null;
  }

  of(address: string): Mail[] {
    return this.mails.filter(({ to }) => to === address);
  }

  /** Waits for the mails of an address, and returns the latest. */
  received(address: string, count = 1): Promise<Mail> {
    return eventually(() => {
      const mails = this.of(address);
      if (mails.length !== count) throw new Error(`${mails.length} mails instead of ${count}`);
      return mails.at(-1) as Mail;
    });
  }
}

function mailOf(to: string, source: string): Mail {
  const mail = read(source);
  const [plain] = mail.parts;
  if (plain === undefined) throw new Error('a mail of the product has a text');
  const text = decodedBody(plain);
  const links = [...text.matchAll(/^https?:\S+$/gm)].map(([link]) => link);
  return { to, subject: valueOf(mail, 'Subject'), text, links };
}

/** A standalone platform with a mailbox of its own. */
export class MailingPlatform {
  private constructor(
    readonly operator: Operator,
    readonly authUrl: string,
    /** Everything that it has written. */
    readonly output: string[],
    private readonly dataDir: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(
    mailboxes: Pick<Mailboxes, 'port'>,
    settings: Record<string, string> = {},
  ): Promise<MailingPlatform> {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-mail-'));
    const [gateway, auth, files, http, operations] = await freePorts(5);
    const child = spawn(process.execPath, [join(root, 'apps/standalone/dist/main.js')], {
      cwd: root,
      env: {
        ...process.env,
        ...WITHOUT_SERVERS,
        ...SHARED_SETTINGS,
        DATA_DIR: dataDir,
        GATEWAY_PORT: String(gateway),
        AUTH_PORT: String(auth),
        FILES_PORT: String(files),
        MAIL_HTTP_PORT: String(http),
        OPERATIONS_PORT: String(operations),
        SYSTEM_MAIL_URL: `smtp://127.0.0.1:${mailboxes.port}`,
        SYSTEM_MAIL_FROM: 'Parley <parley@acme.example>',
        MAIL_RETRY_SCHEDULE: '0s,300ms',
        // The receivers of webhooks are on this machine too.
        MAIL_ALLOW_CIDRS: '127.0.0.1/32',
        WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => output.push(chunk.toString()));
    await untilReady(child, 'standalone');
    // What it prints before shows the credentials on purpose.
    output.length = 0;
    return new MailingPlatform(
      Operator.ofStandalone(dataDir),
      `http://localhost:${auth}`,
      output,
      dataDir,
      child,
    );
  }

  async close(): Promise<void> {
    const closed = once(this.child, 'close');
    await end(this.child, 'SIGTERM');
    await closed;
    await EmbeddedPostgres.erase(this.dataDir);
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
