import { execFile, execFileSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { services, type WorkspaceCredentials } from '@parley/contracts';
import { freePorts } from '../../setup/services-process.mjs';

const root = join(import.meta.dirname, '../../..');
const run = promisify(execFile);
/** Builds of all images print some megabytes. */
const MAX_BUFFER = 64 * 2 ** 20;

/** What a container of a service is doing. */
export interface Container {
  readonly ID: string;
  readonly Service: string;
  readonly State: string;
  readonly Health: string;
}

/** docker-compose.yml in a fresh copy of this checkout, with ports, volumes and a network of its own. */
export class ComposeProject {
  private constructor(
    readonly folder: string,
    /** Of the gateway, as a client on this machine reaches it. */
    readonly url: string,
    /** Of this machine, as containers reach it. */
    readonly host: string,
  ) {}

  /** Copies what git knows of the checkout, and writes `.env`; starts nothing. */
  static async create(): Promise<ComposeProject> {
    const folder = mkdtempSync(join(tmpdir(), 'parley-compose-'));
    const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
    });
    for (const file of files.split('\0').filter(Boolean)) {
      cpSync(join(root, file), join(folder, file), { recursive: true });
    }
    execFileSync(process.execPath, ['scripts/generate/env.mjs'], { cwd: folder });
    const [gateway = 0, auth = 0, file = 0, mail = 0] = await freePorts(4);
    const prefix = `10.213.${randomInt(1, 255)}`;
    const settings = {
      COMPOSE_PROJECT_NAME: `parley-check-${randomBytes(3).toString('hex')}`,
      NETWORK_PREFIX: prefix,
      GATEWAY_PORT: gateway,
      AUTH_PORT: auth,
      FILES_PORT: file,
      MAIL_HTTP_PORT: mail,
      BASE_URL: `http://localhost:${gateway}`,
      AUTH_URL: `http://localhost:${auth}`,
      FILES_URL: `http://localhost:${file}`,
      MAIL_URL: `http://localhost:${mail}`,
      WEBHOOK_ALLOW_CIDRS: `${prefix}.1/32`,
      WEBHOOK_RETRY_SCHEDULE: '0s,1s,2s,4s,8s,16s,32s',
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    appendFileSync(join(folder, '.env'), `\n${lines.join('')}`);
    return new ComposeProject(folder, `http://localhost:${gateway}`, `${prefix}.1`);
  }

  /** Runs a program in the copy; its standard output. Throws with what it printed if it fails. */
  async run(program: string, ...args: readonly string[]): Promise<string> {
    // Variables of the tests would be those of the containers.
    const { PATH, HOME, DOCKER_HOST } = process.env;
    const { stdout } = await run(program, args, {
      cwd: this.folder,
      env: { PATH, HOME, ...(DOCKER_HOST !== undefined && { DOCKER_HOST }) },
      maxBuffer: MAX_BUFFER,
    });
    return stdout;
  }

  compose(...args: readonly string[]): Promise<string> {
    return this.run('docker', 'compose', '--progress', 'quiet', ...args);
  }

  /** An operator command, as docs/command-line.md says for containers. */
  operator(...args: readonly string[]): Promise<string> {
    return this.compose('run', '--rm', '--no-TTY', 'operator', ...args);
  }

  async workspace(): Promise<WorkspaceCredentials> {
    const options = ['--name', 'Compose', '--email', 'admin@example.com', '--json'];
    return JSON.parse(await this.operator('workspace:create', ...options)) as WorkspaceCredentials;
  }

  /** The images that the project has built, by the service that runs each. */
  async ownImages(): Promise<Map<string, string>> {
    const own = (await this.containers()).filter(({ Service }) =>
      [...services, 'gateway', 'migrate'].includes(Service),
    );
    const ids = await this.run('docker', 'inspect', '--format', '{{.Image}}', ...own.map(({ ID }) => ID));
    return new Map(ids.split('\n').flatMap((id, index) => (id ? [[own[index]?.Service ?? id, id]] : [])));
  }

  /** Those that run, or ran. */
  async containers(): Promise<Container[]> {
    const lines = await this.compose('ps', '--all', '--format', 'json');
    return lines
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Container);
  }

  /** Kills the process of a container as the kernel does when memory is short: its engine has not been told to stop it. */
  async kill({ ID }: Container): Promise<void> {
    const pid = (await this.run('docker', 'inspect', '--format', '{{.State.Pid}}', ID)).trim();
    const shell = ['--pid=host', '--privileged', '--entrypoint', 'sh', 'redis:7'];
    await this.run('docker', 'run', '--rm', ...shell, '-c', `kill -9 ${pid}`);
  }

  /** Builds images that differ from those of the checkout in a setting, as those of another release do. */
  changeImages(heapPercentage: number): void {
    const changed = { build: { args: { HEAP: `--max-old-space-size-percentage=${heapPercentage}` } } };
    const all = Object.fromEntries([...services, 'gateway'].map((name) => [name, changed]));
    writeFileSync(join(this.folder, 'docker-compose.override.yml'), JSON.stringify({ services: all }));
  }

  /** Keeps what the containers have logged where the logs of the other processes under test are. */
  async remove(): Promise<void> {
    const { TEST_LOGS: logs = this.folder } = process.env;
    writeFileSync(join(logs, 'compose.log'), await this.compose('logs', '--no-color', '--no-log-prefix'));
    await this.compose('down', '--volumes', '--remove-orphans', '--timeout', '5');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
