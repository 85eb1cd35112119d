import { Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { ExpiringMap, Semaphore, SingleFlight, withTimeout } from '@parley/runtime/async';

/** Time for all queries of a name; less than the connect timeout, so that the attempt fails as `dns_failed`. */
const TIMEOUT_MS = 3_000;
/** Lets an answer count whose other family was cancelled at the timeout. With less time left no query begins. */
const MARGIN_MS = 100;
/** Time of the first query to a server; c-ares doubles it for the second one. */
const QUERY_TIMEOUT_MS = 1_000;
const TRIES = 2;
/** Look-ups of one zone at a time, and how many more of it wait for their turn, each until its own timeout. */
const PER_ZONE = 8;
const WAITING_PER_ZONE = 256;
/** Look-ups of all zones, each with a socket and no thread: this only bounds what a defect could take. */
const TOTAL = 1_024;
const FOUND_MAX_MS = 5_000;
/** Short, since a name may have just been created; long enough that a burst of deliveries asks once. */
const FAILED_MS = 1_000;
const CACHE_ENTRIES = 10_000;

export class NameResolutionError extends Error {
  override readonly name = 'NameResolutionError';
  readonly code = 'dns_failed';
}

interface Answer {
  readonly addresses: readonly LookupAddress[];
  readonly error: NameResolutionError | null;
  readonly until: number;
}

export interface NameResolverOptions {
  /** `address` or `address:port` of each DNS server, in place of those of /etc/resolv.conf. */
  readonly servers?: readonly string[];
  readonly hosts?: HostsFile;
  readonly timeoutMs?: number;
}

/** Resolves names without the four threads of `dns.lookup`, which four names with silent DNS servers stop. */
export class NameResolver {
  readonly #answers = new ExpiringMap<string, Answer>(FOUND_MAX_MS, CACHE_ENTRIES);
  readonly #lookUps = new SingleFlight<Answer>();
  readonly #zones = new Map<string, { semaphore: Semaphore; users: number }>();
  readonly #hosts: HostsFile;
  readonly #timeoutMs: number;

  constructor(private readonly options: NameResolverOptions = {}) {
    this.#hosts = options.hosts ?? new HostsFile();
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  }

  /** All addresses of a name, IPv4 first. Throws {@link NameResolutionError}. */
  async resolve(hostname: string): Promise<readonly LookupAddress[]> {
    const name = hostname.toLowerCase();
    const known = this.#hosts.find(name.replace(/\.$/, ''));
    if (known.length > 0) return known;
    const now = performance.now();
    const kept = this.#answers.entry(name, now)?.value;
    const { addresses, error } =
      kept !== undefined && kept.until > now ? kept : await this.#lookUps.run(name, () => this.#lookUp(name));
    if (error !== null) throw error;
    return addresses;
  }

  async #lookUp(name: string): Promise<Answer> {
    if (this.#lookUps.size >= TOTAL) throw new NameResolutionError('too many look-ups at a time');
    const deadline = performance.now() + this.#timeoutMs;
    let answer: Answer;
    try {
      answer = await withTimeout(
        this.#inZone(zoneOf(name), () => this.#query(name, deadline)),
        this.#timeoutMs + MARGIN_MS,
        () => failed(`no DNS server answered for ${name} in time`),
      );
    } catch (error) {
      // Beyond the queue of the zone, or a name that DNS cannot express.
      answer = failed(
        `${name} cannot be resolved: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    this.#answers.set(name, answer, performance.now());
    return answer;
  }

  /** Silent servers of one zone hold the places of that zone only. */
  async #inZone<T>(zone: string, work: () => Promise<T>): Promise<T> {
    const entry = this.#zones.get(zone) ?? { semaphore: new Semaphore(PER_ZONE, WAITING_PER_ZONE), users: 0 };
    this.#zones.set(zone, entry);
    entry.users += 1;
    try {
      return await entry.semaphore.run(work);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) this.#zones.delete(zone);
    }
  }

  /** Makes a resolver for each name: `cancel()` ends all queries of a resolver. */
  async #query(name: string, deadline: number): Promise<Answer> {
    const left = deadline - performance.now();
    if (left < MARGIN_MS) return failed(`${name} waited too long for other names of its zone`);
    const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: TRIES });
    if (this.options.servers !== undefined) resolver.setServers(this.options.servers);
    const timer = setTimeout(() => resolver.cancel(), left);
    try {
      for (const candidate of candidatesFor(name)) {
        const records = await addressesOf(resolver, candidate);
        if (records.length > 0) return found(records);
        if (performance.now() >= deadline) break;
      }
      return failed(`${name} has no address`);
    } finally {
      clearTimeout(timer);
    }
  }
}

type AddressRecord = LookupAddress & { readonly ttl: number };

/** One family is enough: some servers do not answer AAAA queries. */
async function addressesOf(resolver: Resolver, name: string): Promise<AddressRecord[]> {
  const [v4, v6] = await Promise.allSettled([
    resolver.resolve4(name, { ttl: true }),
    resolver.resolve6(name, { ttl: true }),
  ]);
  return [
    ...(v4.status === 'fulfilled' ? v4.value.map((record) => ({ ...record, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((record) => ({ ...record, family: 6 })) : []),
  ];
}

function found(records: readonly AddressRecord[]): Answer {
  const ttlMs = Math.min(...records.map(({ ttl }) => ttl)) * 1_000;
  return {
    addresses: records.map(({ address, family }) => ({ address, family })),
    error: null,
    until: performance.now() + Math.min(ttlMs, FOUND_MAX_MS),
  };
}

function failed(message: string): Answer {
  return { addresses: [], error: new NameResolutionError(message), until: performance.now() + FAILED_MS };
}

/** Labels below which many countries register domains (`example.co.uk`). */
const SECOND_LEVEL = /^(?:ac|co|com|edu|gob|gov|mil|ne|net|or|org)$/;

/** The registered domain, as far as the labels tell: the last two, or three below a second level of a country. */
export function zoneOf(name: string): string {
  const labels = name.replace(/\.$/, '').split('.');
  const [top = '', second = ''] = labels.toReversed();
  return labels.slice(top.length === 2 && SECOND_LEVEL.test(second) ? -3 : -2).join('.');
}

function candidatesFor(name: string): string[] {
  if (name.includes('.')) return [name];
  return [...searchList().map((domain) => `${name}.${domain}`), name];
}

/** The `search` or `domain` line of resolv.conf(5); the last one counts. */
function searchList(): string[] {
  try {
    const lines = readFileSync('/etc/resolv.conf', 'utf8').match(/^(?:search|domain)[ \t]+.*$/gm) ?? [];
    return lines.at(-1)?.trim().split(/\s+/).slice(1, 7) ?? [];
  } catch {
    return [];
  }
}

/** How often a file is checked for changes: containers and orchestrators rewrite it while a process runs. */
const CHECK_MS = 1_000;
/** RFC 6761 section 6.3: these names never leave the machine, whatever its hosts file says. */
const LOCALHOST = /^(?:.+\.)?localhost$/;
const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Names of a hosts(5) file, and `localhost`. Read synchronously: asynchronous reads wait in the system resolver's threads. */
export class HostsFile {
  #names: ReadonlyMap<string, readonly LookupAddress[]> = new Map();
  #version = '';
  #checkedAt = -Infinity;

  constructor(private readonly path = '/etc/hosts') {}

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
