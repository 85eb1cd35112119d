import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Calls of the system that name where something is sent to: of TCP, and of UDP as DNS uses it. */
const CALLS = 'connect,sendto,sendmsg,sendmmsg';
/** `sin_port=htons(5432), sin_addr=inet_addr("127.0.0.1")`, or the same of IPv6. */
const DESTINATION =
  /sin6?_port=htons\((?<port>\d+)\).*?(?:inet_addr\("(?<v4>[^"]+)"\)|inet_pton\(AF_INET6, "(?<v6>[^"]+)")/g;

/** Records where processes open connections and send datagrams to, as the kernel is told. */
export class NetworkTrace {
  private constructor(
    private readonly folder: string,
    private readonly child: ChildProcess,
  ) {}

  /** Attaches to running processes, with all their threads. */
  static async of(pids: readonly number[]): Promise<NetworkTrace> {
    const folder = await mkdtemp(join(tmpdir(), 'parley-trace-'));
    const processes = pids.flatMap((pid) => ['-p', String(pid)]);
    const options = ['-f', '-e', `trace=${CALLS}`, '-o', join(folder, 'calls'), ...processes];
    const child = spawn('strace', options, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    await new Promise<void>((resolve, reject) => {
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (pids.every((pid) => said.includes(`Process ${pid} attached`))) resolve();
      });
      child.once('exit', () => reject(new Error(`strace has ended: ${said}`)));
    });
    return new NetworkTrace(folder, child);
  }

  /** Detaches, and returns each destination once, as `127.0.0.1:5432`. */
  async stop(): Promise<Set<string>> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGINT');
    await exited;
    const calls = await readFile(join(this.folder, 'calls'), 'utf8');
    await rm(this.folder, { recursive: true });
    const found = [...calls.matchAll(DESTINATION)];
    return new Set(found.map(({ groups }) => `${groups?.['v4'] ?? groups?.['v6']}:${groups?.['port']}`));
  }
}
