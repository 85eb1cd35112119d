import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@parley/testing';
import { certified } from '../../../libs/rpc/src/network/certificates.fixture.ts';
import { mailServersFolder } from '../../setup/mail-servers.mjs';
import { freePorts } from '../../setup/services-process.mjs';

/** The folder of a server as the server sees it: its user cannot enter the folders of root. */
export const HOME = '/mnt';
/** What exists makes the server defer every recipient. */
export const GREYLIST = `${HOME}/greylist`;
/** Whom the servers that ask for a sign-in know. */
export const ACCOUNT = { username: 'support', password: 'correct horse' };
export const PEOPLE = ['dana', 'kim'] as const;

/** The users of the packages, which the machine does not have. */
const USERS = {
  ...{ 'Debian-exim': 60_011, postfix: 60_012, opensmtpd: 60_013, opensmtpq: 60_014 },
  ...{ dovecot: 60_016, dovenull: 60_017 },
};
const GROUPS = { ...USERS, postdrop: 60_015 };

/** What a mail server of Debian needs to run beside others, with a configuration of the test. */
export interface MailServerProgram {
  readonly name: string;
  readonly userId: number;
  readonly isSecured: boolean;
  /** Files of its folder. */
  files(port: number, packages: string): Record<string, string>;
  /** Lines of a shell that run as root before it starts. */
  readonly prepare: string;
  /** The command of a shell that becomes the server. */
  command(packages: string): string;
}

/** A mail as the server has delivered it. */
export interface DeliveredMail {
  readonly person: string;
  readonly source: string;
}

/**
 * A mail server of a Debian package that is unpacked and not installed: a process of its own with a folder of its own, in a namespace
 * in which it has its users and sees its folder as {@link HOME}.
 */
export class MailServerProcess {
  #process: ChildProcess | undefined;
  #output = '';

  private constructor(
    private readonly program: MailServerProgram,
    readonly port: number,
    private readonly folder: string,
  ) {}

  static async start(program: MailServerProgram): Promise<MailServerProcess> {
    const [port = 0] = await freePorts(1);
    const folder = await mkdtemp(join(tmpdir(), `parley-${program.name}-`));
    const server = new MailServerProcess(program, port, folder);
    certified(folder, 'server', 'authority', 'IP:127.0.0.1');
    for (const [name, text] of Object.entries(program.files(port, mailServersFolder)))
      await writeFile(join(folder, name), text);
    await writeFile(join(folder, 'start.sh'), startScript(program));
    await server.run();
    return server;
  }

  /** The certificate of the authority that signed that of the server. */
  get authorityFile(): string {
    return join(this.folder, 'authority.pem');
  }

  /** Starts it, or starts it again with its queue. Resolves when it takes connections. */
  async run(): Promise<void> {
    // With the process of `unshare` all processes of the namespace end.
    const options = ['--mount', '--pid', '--fork', '--kill-child', 'sh', join(this.folder, 'start.sh')];
    const child = spawn('unshare', [...options, this.folder], { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    this.#process = child;
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(`${this.program.name} has ended:\n${this.#output}`);
      return await listens(this.port);
    });
  }

  /** Ends it, as the loss of its machine would. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    await eventually(async () => !(await listens(this.port)));
  }

  /** Whether it says "later" to every recipient. */
  async greylist(isOn: boolean): Promise<void> {
    const file = join(this.folder, 'greylist');
    await (isOn ? writeFile(file, '') : rm(file));
  }

  /** The mails in the mailboxes of its people. */
  get mails(): DeliveredMail[] {
    return PEOPLE.flatMap((person) => this.mailsOf(person).map((source) => ({ person, source })));
  }

  /** The mails in a Maildir that nobody has looked at. */
  mailsOf(maildir: string): string[] {
    const folder = join(this.folder, 'mail', maildir, 'new');
    return namesIn(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
  }

  /** Removes what the server has noted beside the mails of a Maildir, while it does not run. */
  async removeFiles(maildir: string, name: RegExp): Promise<void> {
    const folder = join(this.folder, 'mail', maildir);
    for (const one of namesIn(folder)) if (name.test(one)) await rm(join(folder, one));
  }

  async close(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** The people come from a list of the configuration, so that only the users of the packages are added. */
function startScript({ userId, prepare, command }: MailServerProgram): string {
  const users = Object.entries(USERS).map(([name, id]) => `${name}:x:${id}:${id}::/:/usr/sbin/nologin`);
  const groups = Object.entries(GROUPS).map(([name, id]) => `${name}:x:${id}:`);
  return `set -e
mount --bind "$1" ${HOME}
cat /etc/passwd - >${HOME}/passwd <<'END'
${users.join('\n')}
END
cat /etc/group - >${HOME}/group <<'END'
${groups.join('\n')}
END
mount --bind ${HOME}/passwd /etc/passwd
mount --bind ${HOME}/group /etc/group
chmod 755 ${HOME}
install -d -o ${userId} -g ${userId} ${HOME}/mail
${prepare}
cd /
${command(mailServersFolder)}
exit
`;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
