import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import type { OnApplicationShutdown } from '@nestjs/common';
import { ApiError, type Upload } from '@parley/contracts';
import { withTimeout } from '@parley/runtime/async';
import { remaining, type TenantContext } from '@parley/runtime/context';
import { type Logger } from '@parley/runtime/logging';
import { Instances, type Target } from '@parley/rpc';
import {
  contextOfUpload,
  tookTooLong,
  UploadTransport,
  type ReceiveUpload,
  type UploadHead,
} from '../upload-transport.ts';
import { NotTakenError, OutgoingUpload } from './outgoing-upload.ts';
import { UploadServer } from './upload-server.ts';
import type { UploadTransportConfig } from './upload-transport.config.ts';
import { headersOf, pathOf } from './wire.ts';

/** Delay before another attempt with the only process: enough to connect again, not for a restart. */
const RETRY_DELAY_MS = 50;
/** A process that failed comes last for so long. */
const AVOID_MS = 2_000;

/** A process of the file service, and when it failed in milliseconds of this process. */
interface UploadInstance {
  readonly target: Target;
  failedAt: number;
}

/** Uploads between processes over HTTP/1.1. Connections are kept for further uploads. */
export class HttpUploads extends UploadTransport implements OnApplicationShutdown {
  readonly #agent: Agent;
  readonly #instances: Instances<UploadInstance>;
  #turn = 0;
  readonly #unwatch: (() => void) | undefined;
  #server: UploadServer | undefined;
  #port = 0;

  constructor(
    private readonly config: UploadTransportConfig,
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

  /** Where the file service receives uploads, once it does. */
  get port(): number {
    return this.#port;
  }

  override async serve(receive: ReceiveUpload): Promise<() => Promise<void>> {
    const server = new UploadServer(this.config, receive, this.logger);
    this.#port = await server.listen();
    this.#server = server;
    return () => server.close();
  }

  override async send(...[ctx, head, bytes]: Parameters<ReceiveUpload>): Promise<Upload> {
    // Handled where the bytes are read; an error without a listener would end the process.
    bytes.on('error', () => undefined);
    let current: OutgoingUpload | undefined;
    const isOver = () => bytes.destroyed || remaining(ctx) === 0;
    try {
      const run = this.#open(ctx, head, isOver, (attempt) => (current = attempt)).then((taken) =>
        taken.send(bytes),
      );
      return await withTimeout(run, remaining(ctx), () => {
        run.catch(() => undefined);
        throw tookTooLong();
      });
    } catch (error) {
      current?.destroy();
      const failure = bytes.errored ?? error;
      bytes.destroy();
      throw failure;
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

  /** Offers the upload to one process after the other, until one takes it. Throws `ApiError`. */
  async #open(
    ctx: TenantContext,
    head: UploadHead,
    isOver: () => boolean,
    onAttempt: (attempt: OutgoingUpload) => void,
  ) {
    let cause: unknown;
    for (const [index, instance] of (await this.#candidates()).entries()) {
      if (isOver()) break;
      if (index > 0) await delay(RETRY_DELAY_MS);
      const attempt = this.#attempt(instance, ctx, head);
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
   * All processes, since a cache of names may have several that have ended. Each upload begins with another one; those that failed
   * lately come last.
   */
  async #candidates(): Promise<readonly UploadInstance[]> {
    if (this.#instances.all.length === 0) await this.#instances.find();
    const { all } = this.#instances;
    if (all.length === 1) return [...all, ...all];
    this.#turn += 1;
    const from = this.#turn % Math.max(1, all.length);
    const turned = [...all.slice(from), ...all.slice(0, from)];
    const hasFailed = ({ failedAt }: UploadInstance) => performance.now() - failedAt < AVOID_MS;
    return turned.toSorted((a, b) => Number(hasFailed(a)) - Number(hasFailed(b)));
  }

  #attempt({ target }: UploadInstance, ctx: TenantContext, head: UploadHead): OutgoingUpload {
    const config = this.config.rpc;
    const [secret] = config.secretsOf('service');
    const headers = headersOf(contextOfUpload(ctx), head, secret);
    return new OutgoingUpload(target, { config, agent: this.#agent, path: pathOf(head), headers, secret });
  }

  #noteFailure(instance: UploadInstance, err: Error): void {
    const { name: host, ip, port } = instance.target;
    instance.failedAt = performance.now();
    this.logger.warn(
      { event: 'upload.not_taken', err, host, ip, port },
      'A process of the file service has not taken an upload',
    );
  }
}
