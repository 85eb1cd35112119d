import { SingleFlight } from '../async/single-flight.ts';
import { shutdown } from './shutdown.ts';

/** Returns why a part does not work, or `null` while it does. Must end within a second: probes wait no longer. */
export type HealthCheck = () => Promise<string | null> | string | null;

export interface HealthReport {
  isOk: boolean;
  /** `ok`, or what is wrong, by the name of the part. */
  checks: Record<string, string>;
}

/** `live`: the process works at all. `ready`: it should get requests. `note`: is shown with `ready`, and fails nothing. */
export type CheckKind = 'live' | 'ready' | 'note';

/**
 * What the probes of a process report. Liveness must not depend on servers: a supervisor would restart every process in an
 * outage. Readiness fails until the process has started and once it drains.
 */
export class Health {
  readonly #checks = new Set<{ kind: CheckKind; name: string; check: HealthCheck }>();
  /** What the start waits for, by the name of the part. */
  readonly #waiting = new Map<string, string>();
  readonly #running = new SingleFlight<HealthReport>();
  #hasStarted = false;

  constructor(private readonly isDraining: () => boolean = () => shutdown.begun) {}

  /** Adds a check until the returned function is called. */
  addCheck(kind: CheckKind, name: string, check: HealthCheck): () => void {
    const entry = { kind, name, check };
    this.#checks.add(entry);
    return () => void this.#checks.delete(entry);
  }

  /** Reports what the start of a part waits for; `null` once it waits no more. */
  setWaiting(name: string, reason: string | null): void {
    if (reason === null) this.#waiting.delete(name);
    else this.#waiting.set(name, reason);
  }

  setStarted(): void {
    this.#hasStarted = true;
  }

  /** Whether the start has completed, and what it waits for. */
  startup(): HealthReport {
    if (this.#hasStarted) return { isOk: true, checks: {} };
    const checks = this.#waiting.size === 0 ? { process: 'starting' } : Object.fromEntries(this.#waiting);
    return { isOk: false, checks };
  }

  /** Whether the process works at all; a supervisor restarts one that does not. */
  live(): Promise<HealthReport> {
    return this.#run('live');
  }

  async ready(): Promise<HealthReport> {
    if (this.isDraining()) return { isOk: false, checks: { process: 'draining' } };
    const started = this.startup();
    return started.isOk ? this.#run('ready') : started;
  }

  #run(kind: 'live' | 'ready'): Promise<HealthReport> {
    return this.#running.run(kind, async () => {
      const chosen = [...this.#checks].filter(
        (one) => one.kind === kind || (kind === 'ready' && one.kind === 'note'),
      );
      const failures = await Promise.all(chosen.map(({ check }) => runSafely(check)));
      const isOk = chosen.every((one, index) => one.kind === 'note' || failures[index] === null);
      const results = chosen.map(({ name }, index) => [name, failures[index] ?? 'ok']);
      return { isOk, checks: Object.fromEntries(results) as Record<string, string> };
    });
  }
}

async function runSafely(check: HealthCheck): Promise<string | null> {
  try {
    return await check();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export const health = new Health();
