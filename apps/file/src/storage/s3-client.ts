import type { S3Client, S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '@parley/contracts';
import type { FileConfig } from '../file.config.ts';

/** Connections to S3 that a process may have; each running download of a client holds one. */
const CONNECTIONS_MAX = 512;
const CONNECT_MS = 3_000;
export const ATTEMPTS = 3;
const BACKOFF_MS = 100;
const STARTUP_POLL_MS = 1_000;
const MIB = 1_048_576;

const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };
function ignore(): void {}

/** The SDK, which takes some 100 ms and 30 MB to load: only what is configured to use S3 does. */
export async function loadSdk() {
  // Which Node.js it supports is decided with the version in the lockfile, not by four lines in each process's output.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  const [client, { Upload }, { getSignedUrl }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/lib-storage'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  return { ...client, Upload, getSignedUrl };
}
export type Sdk = Awaited<ReturnType<typeof loadSdk>>;

/** @param requestBytes the most bytes that one request carries, unless the call says more. */
export function createClient(sdk: Sdk, config: FileConfig, requestBytes: number): S3Client {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId } = config;
  const options: S3ClientConfig & { expectContinueHeader: boolean } = {
    region: config.S3_REGION,
    forcePathStyle: config.S3_FORCE_PATH_STYLE === 'on',
    maxAttempts: ATTEMPTS,
    // Servers other than AWS reject the trailing checksums that newer SDKs add; the hash of the payload is signed anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // It would be a connection of its own for each object of 2 MiB or more.
    expectContinueHeader: false,
    // What fails is thrown; the SDK would write to the console.
    logger: SILENT,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: attemptTimeout(config, requestBytes),
      throwOnRequestTimeout: true,
      // A slow client makes a download idle: see `readable`.
      socketTimeout: 0,
      httpAgent: { maxSockets: CONNECTIONS_MAX },
      httpsAgent: { maxSockets: CONNECTIONS_MAX },
    },
    ...(endpoint === '' ? {} : { endpoint }),
    ...(accessKeyId === ''
      ? {}
      : { credentials: { accessKeyId, secretAccessKey: config.S3_SECRET_ACCESS_KEY } }),
  };
  return new sdk.S3Client(options);
}

/** Timeout, in milliseconds, of a request that carries this many bytes. */
export function attemptTimeout({ S3_TIMEOUT }: FileConfig, bytes: number): number {
  return Math.ceil(S3_TIMEOUT + (bytes / MIB) * 1_000);
}

/** Repeats work that the SDK does not, because the body of its request is a stream. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransient(error)) throw error;
      await delay(BACKOFF_MS * 2 ** attempt * (0.5 + Math.random() / 2));
    }
  }
}

/** Whatever S3 answers, or not: callers can only try again. */
export function asUnavailable(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('service_unavailable', { cause: error });
}

export function isMissing(error: unknown): boolean {
  return ['NoSuchKey', 'NotFound'].includes((error as Error).name);
}

export function isUnsupported(error: unknown): boolean {
  return [405, 501].includes(statusOf(error) ?? 0);
}

/** Throws the reason why the bucket cannot be used now. */
export async function checkBucket(sdk: Sdk, client: S3Client, config: FileConfig): Promise<void> {
  try {
    const command = new sdk.HeadBucketCommand({ Bucket: config.S3_BUCKET });
    await client.send(command, { requestTimeout: attemptTimeout(config, 0) });
  } catch (error) {
    const refusal = refusalOf(error, config);
    if (refusal !== undefined) throw new BucketRefusedError(refusal, { cause: error });
    throw new Error(`S3 cannot be reached: ${messageOf(error)}`, { cause: error });
  }
}

/** Waiting does not help. */
class BucketRefusedError extends Error {
  override readonly name = 'BucketRefusedError';
}

/** Waits until the bucket can be used, and tells `onWait` the reason at each look. Throws if waiting does not help. */
export async function untilUsable(check: () => Promise<void>, onWait: (reason: string) => void) {
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (error instanceof BucketRefusedError) throw error;
      onWait((error as Error).message);
      await delay(STARTUP_POLL_MS);
    }
  }
}

/** What only another configuration changes. HEAD of a bucket has no body: its status is all there is to tell. */
function refusalOf(error: unknown, { S3_BUCKET: bucket }: FileConfig): string | undefined {
  const reasons: Record<number, string> = {
    301: `S3_REGION: the bucket ${bucket} is in another region`,
    400: `S3_ACCESS_KEY_ID: S3 does not accept the request: ${messageOf(error)}`,
    401: `S3_ACCESS_KEY_ID: S3 refuses the access key`,
    403: `S3_BUCKET: S3 refuses access to ${bucket}: check the access key and its permissions`,
    404: `S3_BUCKET: the bucket ${bucket} does not exist`,
  };
  return reasons[statusOf(error) ?? 0];
}

function isTransient(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || status >= 500 || status === 429;
}

/** None if S3 could not be reached. */
function statusOf(error: unknown): number | undefined {
  return (error as Partial<S3ServiceException>).$metadata?.httpStatusCode;
}

function messageOf(error: unknown): string {
  const { message, name, code } = error as Error & { code?: string };
  return message === '' ? (code ?? name) : message.replaceAll(/\s+/g, ' ');
}
