import { request, type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestTls } from 'node:https';
import type { Readable } from 'node:stream';
import { ApiError, errors, type SerializedError, type Upload } from '@parley/contracts';
import { isProof, type RpcConfig, type Target } from '@parley/rpc';
import type { FileContent } from '../file-transport.ts';
import { contentIn, HEAD, PROOF, REFUSED, responseProof, SIGNATURE, type SentRequest } from './wire.ts';

const REPLY_MAX = 64 * 1024;

/** A process has not taken a request: no byte of an upload was sent, and another process may take it. */
export class NotTakenError extends Error {
  override readonly name = 'NotTakenError';
}

interface OutgoingOptions {
  readonly config: RpcConfig;
  readonly agent: Agent;
  readonly sent: SentRequest;
  /** Verifies the response, which proves it for the signature of the request. */
  readonly secret: string | undefined;
}

/** An upload to, or a read from, one process of the file service. */
export class OutgoingRequest {
  readonly #request: ClientRequest;
  readonly #response: Promise<IncomingMessage>;

  constructor(
    process: Target,
    private readonly options: OutgoingOptions,
  ) {
    const { config, agent, sent } = options;
    const { method, path, headers } = sent;
    const target = {
      host: process.ip,
      port: process.port,
      path,
      agent,
      method,
      // A process says so to every read.
      headers: method === 'PUT' ? { ...headers, expect: '100-continue' } : headers,
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

  /** Waits until the process takes the request. Throws {@link NotTakenError}, or the error that it refuses it with. */
  async opened(): Promise<void> {
    const { RPC_CONNECT_TIMEOUT: ms } = this.options.config;
    // After a stall of this process the reply may have arrived already: it is read before the immediate runs.
    const expire = () => this.destroy(new Error(`no reply within ${ms} ms`));
    const timer = setTimeout(() => setImmediate(expire), ms);
    const continued = new Promise<undefined>((resolve) =>
      this.#request.once('continue', () => resolve(undefined)),
    );
    // A request that has not ended would keep its connection from further ones.
    if (this.options.sent.method === 'GET') this.#request.end();
    else this.#request.flushHeaders();
    try {
      const response = await Promise.race([continued, this.#response]);
      if (response === undefined) return;
      await this.#resultOf(response).finally(() => this.destroy());
      throw new Error('the process has not taken the request');
    } catch (error) {
      // Who does not find the request itself is of a release that has no such requests.
      const isRefused = error instanceof ApiError && error.code !== 'not_found';
      throw isRefused ? error : new NotTakenError('not taken', { cause: error });
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

  /** The content that was asked for. Throws the error of the file service. */
  async content(): Promise<FileContent> {
    try {
      const response = await this.#response;
      const file = response.statusCode === 200 ? contentIn(response.headers) : null;
      if (file === null)
        throw new Error(`the response is none: ${JSON.stringify(await this.#resultOf(response))}`);
      this.#requireProof(response, String(response.headers[HEAD]));
      return { ...file, stream: response };
    } catch (error) {
      this.destroy();
      throw error instanceof ApiError ? error : new ApiError('service_unavailable', { cause: error });
    }
  }

  destroy(cause?: Error): void {
    this.#request.destroy(cause);
  }

  /** What a response says. Throws `ApiError`. */
  async #resultOf(response: IncomingMessage): Promise<Upload> {
    const body = await textOf(response);
    this.#requireProof(response, body);
    const result = JSON.parse(body) as Upload | { error: SerializedError };
    if (!('error' in result)) return result;
    if (response.headers[REFUSED] !== undefined) throw new Error('the process is draining');
    const { code } = result.error;
    // A refused signature is no matter of the client.
    if (code === 'forbidden' || !(code in errors))
      throw new ApiError('service_unavailable', { cause: result });
    throw ApiError.fromJSON(result.error);
  }

  #requireProof({ statusCode = 0, headers }: IncomingMessage, body: string): void {
    const { secret, sent } = this.options;
    const proof = secret && responseProof(secret, sent.headers[SIGNATURE], statusCode, body);
    if (proof !== undefined && !isProof(headers[PROOF], proof))
      throw new ApiError('service_unavailable', { cause: new Error('the response proves no secret') });
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
