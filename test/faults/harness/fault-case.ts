import type { App } from '../rolling/deployment.ts';
import type { Scene } from './scene.ts';
import type { LoadOptions } from './seeded-load.ts';

/** Programs that a case starts. */
export type Program = 'rabbitmq-server' | 'postgres' | 'redis-server' | 'pgbouncer';

/** What the platform of a case consists of; one process of each app, and one server of each kind, by default. */
export interface Form {
  /** Apps with several processes. */
  apps: readonly App[];
  replicas: number;
  brokers: 1 | 3;
  hasStandby: boolean;
  hasPgBouncer: boolean;
  settings: Readonly<Record<string, string>>;
}

/** A case that the harness runs: set up, load, fault, recover, check. */
export interface FaultCase {
  readonly name: string;
  /** What is broken. */
  readonly title: string;
  readonly needs?: readonly Program[];
  readonly form?: Partial<Form>;
  readonly load?: Partial<LoadOptions>;
  /** Whether every request succeeds even so; otherwise some may be refused with a typed error. */
  readonly api: 'available' | 'may refuse';
  /** Whether effects may come in another order: an event whose transaction was cut is retried after the next one. */
  readonly mayReorder?: boolean;
  /** Breaks something, under load; resolves when that has lasted long enough. */
  fault(scene: Scene): Promise<void>;
  /** Repairs it. */
  recover?(scene: Scene): Promise<void>;
  /** What must hold beside the promises of every case. Throws, or adds to `scene.violations`. */
  check?(scene: Scene): Promise<void>;
}
