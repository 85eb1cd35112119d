import { setTimeout as sleep } from 'node:timers/promises';
import { createFile, listTickets } from '@parley/contracts';
import { eventually } from '@parley/testing';
import { connect, type ConfirmChannel } from 'amqplib';
import pg from 'pg';
import { Scene } from '../harness/scene.ts';
import type { Release } from '../rolling/releases.ts';

const READERS = 4;
const READ_EVERY_MS = 300;
const UPLOAD_EVERY_MS = 500;

/** A platform of the fault harness under the load that the alerts look at, with the tools of their faults. */
export class Stage {
  readonly #over = new AbortController();

  private constructor(
    readonly scene: Scene,
    readonly release: Release,
  ) {}

  /** Starts everything, and the load: writes, reads, uploads, and a webhook. */
  static async open(release: Release): Promise<Stage> {
    const settings = { REDIS_COMMAND_TIMEOUT: '200ms', DATABASE_POOL_SIZE: '10' };
    const scene = await Scene.open(
      { form: { settings }, load: { rate: 5, hot: 30 } },
      { release, seed: 1, scale: 1 },
    );
    const stage = new Stage(scene, release);
    const { live_key: key } = scene.workspace.credentials;
    const read = () => stage.request(key, 'GET', '/v1/tickets?per_page=5');
    const upload = () => {
      const form = new FormData();
      form.set('file', new File(['text'], 'a.txt'));
      return stage.request(key, 'POST', '/v1/files', form);
    };
    await eventually(async () => (await read()) === listTickets.status);
    await eventually(async () => (await upload()) === createFile.status);
    for (let reader = 0; reader < READERS; reader += 1) stage.repeat(READ_EVERY_MS, read);
    stage.repeat(UPLOAD_EVERY_MS, upload);
    return stage;
  }

  /** Where each process serves its metrics, by its key. */
  get targets(): Map<string, string> {
    const { deployment } = this.scene;
    return new Map(deployment.keys.map((key) => [key, deployment.operationsUrl(key)]));
  }

  get topology() {
    return this.scene.topology;
  }

  /** Does something again and again, whether it fails or not; until the function that it answers is called, or the stage is closed. */
  repeat(everyMs: number, work: () => unknown): () => Promise<void> {
    const over = new AbortController();
    const loop = (async () => {
      while (!over.signal.aborted && !this.#over.signal.aborted) {
        await Promise.resolve()
          .then(work)
          .catch(() => undefined);
        await sleep(everyMs);
      }
    })();
    return () => {
      over.abort();
      return loop;
    };
  }

  /** The status of a request with a key. Throws without an answer. */
  async request(key: string, method: string, path: string, body?: FormData | object): Promise<number> {
    const isForm = body instanceof FormData;
    const response = await fetch(this.scene.gateway() + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    await response.body?.cancel();
    return response.status;
  }

  /** Runs statements in a session of the database that stays open; until the function that it answers is called. */
  async session(...statements: readonly string[]): Promise<() => Promise<void>> {
    const client = new pg.Client({ connectionString: this.scene.deployment.databaseUrl });
    client.on('error', () => undefined);
    await client.connect();
    for (const statement of statements) await client.query(statement);
    return () => client.end();
  }

  /** Works on a channel of the broker, past everything that is broken. */
  async onBroker(work: (channel: ConfirmChannel) => Promise<unknown>): Promise<void> {
    const model = await connect(this.scene.broker.url);
    try {
      const channel = await model.createConfirmChannel();
      await work(channel);
      await channel.waitForConfirms();
    } finally {
      await model.close();
    }
  }

  /** kill -9 of a process, which starts again. */
  async replace(key: string): Promise<void> {
    await this.scene.kill(key);
    await this.scene.restart(key);
  }

  close(): Promise<void> {
    this.#over.abort();
    return this.scene.close();
  }
}
