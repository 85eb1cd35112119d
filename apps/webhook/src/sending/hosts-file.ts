import type { LookupAddress } from 'node:dns';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';

/** How often a file is checked for changes: containers and orchestrators rewrite it while a process runs. */
const CHECK_MS = 1_000;
/** RFC 6761 section 6.3: these names never leave the machine, whatever its hosts file says. */
const LOCALHOST = /^(?:.+\.)?localhost$/;
const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Names of a hosts(5) file, and `localhost`. Read synchronously, because asynchronous reads wait in the thread pool that
 * the resolver of the system shares; a file that cannot be read counts as empty.
 */
export class HostsFile {
  #names: ReadonlyMap<string, readonly LookupAddress[]> = new Map();
  #version = '';
  #checkedAt = -Infinity;

  constructor(private readonly path = '/etc/hosts') {}

  /** @param name in lower case and without a trailing dot. */
  find(name: string): readonly LookupAddress[] {
    this.#refresh(performance.now());
    return this.#names.get(name) ?? (LOCALHOST.test(name) ? LOOPBACK : []);
  }

  #refresh(now: number): void {
    if (now < this.#checkedAt + CHECK_MS) return;
    this.#checkedAt = now;
    try {
      const { mtimeMs, size, ino } = statSync(this.path);
      const version = `${ino}/${mtimeMs}/${size}`;
      if (version === this.#version) return;
      this.#names = parseHosts(readFileSync(this.path, 'utf8'));
      this.#version = version;
    } catch {
      this.#names = new Map();
      this.#version = '';
    }
  }
}

function parseHosts(text: string): Map<string, LookupAddress[]> {
  const names = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...aliases] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const alias of aliases) {
      const name = alias.toLowerCase();
      names.set(name, [...(names.get(name) ?? []), { address, family }]);
    }
  }
  return names;
}
