import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import type { OnApplicationShutdown } from '@nestjs/common';
import { ApiError, type Upload } from '@parley/contracts';
import { withTimeout } from '@parley/runtime/async';
import { remaining } from '@parley/runtime/context';
import { type Logger } from '@parley/runtime/logging';
import { Instances, type Target } from '@parley/rpc';
import {
  FileTransport,
  readTookTooLong,
  sentContext,
  uploadTookTooLong,
  type FileContent,
  type FileStore,
  type OpenFile,
  type ReceiveUpload,
} from '../file-transport.ts';
import { verified } from '../verified-content.ts';
import { NotTakenError, OutgoingRequest } from './outgoing-request.ts';
import { FileServer } from './file-server.ts';
import type { FileTransportConfig } from './file-transport.config.ts';
import { readRequest, uploadRequest, type SentRequest } from './wire.ts';

/** Delay before another attempt with the only process: enough to connect again, not for a restart. */
const RETRY_DELAY_MS = 50;
/** A process that failed comes last for so long. */
const AVOID_MS = 2_000;

/** A process of the file service, and when it failed in milliseconds of this process. */
interface FileInstance {
  readonly target: Target;
  failedAt: number;
}

/** The bytes of files between processes over HTTP/1.1. Connections are kept for further requests. */
export class HttpFiles extends FileTransport implements OnApplicationShutdown {
  readonly #agent: Agent;
  readonly #instances: Instances<FileInstance>;
  #turn = 0;
  readonly #unwatch: (() => void) | undefined;
  #server: FileServer | undefined;
  #port = 0;

  constructor(
    private readonly config: FileTransportConfig,
    private readonly logger: Logger,
    reloadMs?: number,
  ) {
    super();
    const { tls } = config.rpc;
    this.#agent = new (tls === undefined ? Agent : TlsAgent)({ keepAlive: true, keepAliveMsecs: 10_000 });
    const create = (target: Target) => ({ target, failedAt: -Infinity });
    this.#instances = new Instances(config.UPLOAD_ADDRESSES, { create, logger });
    this.#unwatch = tls?.watch((changed) => this.#server?.useCertificates(changed), logger, reloadMs);
  }

  /** Where the file service listens, once it does. */
  get port(): number {
    return this.#port;
  }

  override async serve(store: FileStore): Promise<() => Promise<void>> {
    const server = new FileServer(this.config, store, this.logger);
    this.#port = await server.listen();
    this.#server = server;
    return () => server.close();
  }

  override async send(...[ctx, head, bytes]: Parameters<ReceiveUpload>): Promise<Upload> {
    // Handled where the bytes are read; an error without a listener would end the process.
    bytes.on('error', () => undefined);
    let current: OutgoingRequest | undefined;
    const isOver = () => bytes.destroyed || remaining(ctx) === 0;
    try {
      const make = (secret: string | undefined) => uploadRequest(sentContext(ctx), head, secret);
      const run = this.#open(make, isOver, (attempt) => (current = attempt)).then((taken) =>
        taken.send(bytes),
      );
      return await withTimeout(run, remaining(ctx), () => {
        run.catch(() => undefined);
        throw uploadTookTooLong();
      });
    } catch (error) {
      current?.destroy();
      const failure = bytes.errored ?? error;
      bytes.destroy();
      throw failure;
    }
  }

  override async read(...[ctx, id]: Parameters<OpenFile>): Promise<FileContent> {
    let current: OutgoingRequest | undefined;
    const make = (secret: string | undefined) => readRequest(sentContext(ctx), id, secret);
    const isOver = () => remaining(ctx) === 0;
    try {
      const run = this.#open(make, isOver, (attempt) => (current = attempt)).then((taken) => taken.content());
      const content = await withTimeout(run, remaining(ctx), () => {
        run.catch(() => undefined);
        throw readTookTooLong();
      });
      return verified(ctx, content);
    } catch (error) {
      current?.destroy();
      throw error;
    }
  }

  /** Closes unused connections. Serving continues. */
  close(): void {
    this.#unwatch?.();
    this.#instances.close();
    this.#agent.destroy();
  }

  onApplicationShutdown(): void {
    this.close();
  }

  /** Offers a request to one process after the other, until one takes it. Throws `ApiError`. */
  async #open(
    make: (secret: string | undefined) => SentRequest,
    isOver: () => boolean,
    onAttempt: (attempt: OutgoingRequest) => void,
  ) {
    let cause: unknown;
    for (const [index, instance] of (await this.#candidates()).entries()) {
      if (isOver()) break;
      if (index > 0) await delay(RETRY_DELAY_MS);
      const attempt = this.#attempt(instance, make);
      onAttempt(attempt);
      try {
        await attempt.opened();
        return attempt;
      } catch (error) {
        if (!(error instanceof NotTakenError)) throw error;
        cause = error;
        this.#noteFailure(instance, error);
      }
    }
    throw new ApiError('service_unavailable', { cause });
  }

  /**
   * All processes, since a cache of names may have several that have ended. Each request begins with another one; those that failed
   * lately come last.
   */
  async #candidates(): Promise<readonly FileInstance[]> {
    if (this.#instances.all.length === 0) await this.#instances.find();
    const { all } = this.#instances;
    if (all.length === 1) return [...all, ...all];
    this.#turn += 1;
    const from = this.#turn % Math.max(1, all.length);
    const turned = [...all.slice(from), ...all.slice(0, from)];
    const hasFailed = ({ failedAt }: FileInstance) => performance.now() - failedAt < AVOID_MS;
    return turned.toSorted((a, b) => Number(hasFailed(a)) - Number(hasFailed(b)));
  }

  #attempt({ target }: FileInstance, make: (secret: string | undefined) => SentRequest): OutgoingRequest {
    const config = this.config.rpc;
    const [secret] = config.secretsOf('service');
    return new OutgoingRequest(target, { config, agent: this.#agent, sent: make(secret), secret });
  }

  #noteFailure(instance: FileInstance, err: Error): void {
    const { name: host, ip, port } = instance.target;
    instance.failedAt = performance.now();
    this.logger.warn(
      { event: 'upload.not_taken', err, host, ip, port },
      'A process of the file service has not taken a request',
    );
  }
}
