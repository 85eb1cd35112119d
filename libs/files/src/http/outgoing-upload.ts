import { request, type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestTls } from 'node:https';
import type { Readable } from 'node:stream';
import { ApiError, errors, type SerializedError, type Upload } from '@parley/contracts';
import { isProof, type RpcConfig, type Target } from '@parley/rpc';
import { PROOF, REFUSED, responseProof, SIGNATURE } from './wire.ts';

const REPLY_MAX = 64 * 1024;

/** A process has not taken an upload: none of its bytes was sent, and another process may take it. */
export class NotTakenError extends Error {
  override readonly name = 'NotTakenError';
}

interface OutgoingOptions {
  readonly config: RpcConfig;
  readonly agent: Agent;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Verifies the response, which proves it for the signature of the request. */
  readonly secret: string | undefined;
}

export class OutgoingUpload {
  readonly #request: ClientRequest;
  readonly #response: Promise<IncomingMessage>;

  constructor(
    process: Target,
    private readonly options: OutgoingOptions,
  ) {
    const { config, agent, path, headers } = options;
    const target = {
      host: process.ip,
      port: process.port,
      path,
      agent,
      method: 'PUT',
      headers: { ...headers, expect: '100-continue' },
    };
    this.#request =
      config.tls === undefined
        ? request(target)
        : requestTls({ ...target, ...config.tls.connectOptions(process) });
    this.#response = new Promise((resolve, reject) => {
      this.#request.once('response', resolve).on('error', reject);
    });
    this.#response.catch(() => undefined);
  }

  /** Waits until the process asks for the bytes. Throws {@link NotTakenError}, or the error that it refuses them with. */
  async opened(): Promise<void> {
    const { RPC_CONNECT_TIMEOUT: ms } = this.options.config;
    // After a stall of this process the reply may have arrived already: it is read before the immediate runs.
    const expire = () => this.destroy(new Error(`no reply within ${ms} ms`));
    const timer = setTimeout(() => setImmediate(expire), ms);
    const continued = new Promise<undefined>((resolve) =>
      this.#request.once('continue', () => resolve(undefined)),
    );
    this.#request.flushHeaders();
    try {
      const response = await Promise.race([continued, this.#response]);
      if (response === undefined) return;
      await this.#resultOf(response).finally(() => this.destroy());
      throw new Error('the process has not asked for the bytes');
    } catch (error) {
      throw error instanceof ApiError ? error : new NotTakenError('not taken', { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends the bytes as fast as they are taken. Throws the error of the file service, or that of `bytes`. */
  async send(bytes: Readable): Promise<Upload> {
    const failed = new Promise<never>((_, reject) => {
      const close = () => {
        if (!bytes.readableEnded) reject(bytes.errored ?? new Error('the bytes of the upload ended early'));
      };
      // While the process was asked, they may have ended.
      if (bytes.destroyed) close();
      else bytes.once('close', close);
    });
    failed.catch(() => undefined);
    bytes.pipe(this.#request);
    try {
      const response = await Promise.race([this.#response, failed]);
      return await Promise.race([this.#resultOf(response), failed]);
    } catch (error) {
      bytes.unpipe(this.#request);
      this.destroy();
      // Bytes that were sent to their end are destroyed too.
      const endedEarly = bytes.destroyed && !bytes.readableEnded;
      if (error instanceof ApiError || endedEarly) throw error;
      throw new ApiError('service_unavailable', { cause: error });
    }
  }

  destroy(cause?: Error): void {
    this.#request.destroy(cause);
  }

  /** What a response says. Throws `ApiError`. */
  async #resultOf(response: IncomingMessage): Promise<Upload> {
    const body = await textOf(response);
    const { secret, headers } = this.options;
    const proof = secret && responseProof(secret, headers[SIGNATURE], response.statusCode ?? 0, body);
    if (proof !== undefined && !isProof(response.headers[PROOF], proof))
      throw new ApiError('service_unavailable', { cause: new Error('the response proves no secret') });
    const result = JSON.parse(body) as Upload | { error: SerializedError };
    if (!('error' in result)) return result;
    if (response.headers[REFUSED] !== undefined) throw new Error('the process is draining');
    const { code } = result.error;
    // A refused signature is no matter of the client.
    if (code === 'forbidden' || !(code in errors))
      throw new ApiError('service_unavailable', { cause: result });
    throw ApiError.fromJSON(result.error);
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response) {
    text += String(chunk);
    if (text.length > REPLY_MAX) throw new Error('the response is too long');
  }
  return text;
}
