import { idOf, Upload, type Id, type Mode } from '@parley/contracts';
import { remaining, type TenantContext } from '@parley/runtime/context';
import { isProof, proofOf } from '@parley/rpc';
import { z } from 'zod';
import type { DocumentImages, UploadHead } from '../file-transport.ts';

/**
 * Headers of `PUT /uploads/{file_id}`, `PUT /sources/{file_id}`, `PUT /documents/{file_id}`, and of `GET /files/{file_id}` without a head, which its
 * response has: in lower case, as Node.js has them.
 */
export const HEAD = 'x-parley-upload';
export const CONTEXT = 'x-parley-context';
export const SIGNATURE = 'x-parley-signature';
/** A header of responses: the file service proves that it knows the secret. */
export const PROOF = 'x-parley-proof';
/** A header of responses: the process has begun nothing, and another one may take the request. */
export const REFUSED = 'x-parley-refused';

const UPLOADS = '/uploads/';
/** Another path than that of uploads, so that a process of a release without sources refuses them. */
const SOURCES = '/sources/';
/** Another path than that of sources, for the same reason. */
const DOCUMENTS = '/documents/';
const FILES = '/files/';

/** Proofs also name the side, so that a peer cannot return what it was sent. */
const PROTOCOL = 'parley upload 1';

/**
 * A signature is valid for so long: clocks of machines differ. An upload can be received only once in any case; who can repeat
 * a read has seen the bytes already.
 */
const SIGNATURE_AGE_MS = 300_000;

const Head = z.object({
  id: idOf('file'),
  name: z.string(),
  maxBytes: z.int().min(0),
  sourceOf: z.object({ conversationId: idOf('conversation'), messageId: idOf('message') }).optional(),
  document: z.enum(['embedded', 'remote'] satisfies DocumentImages[]).optional(),
});
const SentContext = z.looseObject({
  requestId: z.string(),
  /** The remaining time, not the deadline: the clocks of two machines differ. */
  remaining: z.number().min(0),
  tenant: z.object({ workspaceId: idOf('workspace'), mode: z.enum(['live', 'test'] satisfies Mode[]) }),
});

const FileId = idOf('file');

type Headers = Readonly<Record<string, string | string[] | undefined>>;
interface ReceivedRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Headers;
}

/** A request without its body. */
export interface SentRequest {
  readonly method: 'PUT' | 'GET';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The request of an upload, signed with the secret if there is one. */
export function uploadRequest(
  ctx: TenantContext,
  { id, name, maxBytes, sourceOf, document }: UploadHead,
  secret: string | undefined,
): SentRequest {
  const head = { id, name, maxBytes, sourceOf, document };
  return signedRequest(ctx, { method: 'PUT', path: pathOf(head), headers: { [HEAD]: encode(head) } }, secret);
}

/** The request of a file, signed as {@link uploadRequest}. */
export function readRequest(ctx: TenantContext, id: Id<'file'>, secret: string | undefined): SentRequest {
  return signedRequest(ctx, { method: 'GET', path: FILES + id, headers: {} }, secret);
}

function signedRequest(
  sent: TenantContext,
  { method, path, headers: own }: SentRequest,
  secret: string | undefined,
): SentRequest {
  const { deadline: _, ...ctx } = sent;
  const headers = { ...own, [CONTEXT]: encode({ ...ctx, remaining: remaining(sent) }) };
  if (secret === undefined) return { method, path, headers };
  const time = String(Date.now());
  const signature = `${time}.${signatureOf(secret, time, path, headers)}`;
  return { method, path, headers: { ...headers, [SIGNATURE]: signature } };
}

type AskedFor = { ctx: TenantContext } & ({ upload: UploadHead } | { read: Id<'file'> });

/** What a request asks for; `null` if it is none of these. */
export function parseRequest({ method, url: path = '', headers }: ReceivedRequest): AskedFor | null {
  const ctx = contextIn(headers);
  if (ctx === null) return null;
  if (method === 'PUT') {
    const head = Head.safeParse(decode(headers[HEAD]));
    return head.success && path === pathOf(head.data) ? { ctx, upload: head.data } : null;
  }
  const id = FileId.safeParse(path.slice(FILES.length));
  return method === 'GET' && id.success && path === FILES + id.data ? { ctx, read: id.data } : null;
}

function pathOf({ id, sourceOf, document }: Pick<z.output<typeof Head>, 'id' | 'sourceOf' | 'document'>) {
  if (document !== undefined) return DOCUMENTS + id;
  return (sourceOf === undefined ? UPLOADS : SOURCES) + id;
}

function contextIn(headers: Headers): TenantContext | null {
  const sent = SentContext.safeParse(decode(headers[CONTEXT]));
  if (!sent.success) return null;
  const { remaining: timeoutMs, ...ctx } = sent.data;
  return { ...(ctx as unknown as TenantContext), deadline: Date.now() + timeoutMs };
}

/** What the head of a response says of the content that it carries; `null` if it carries none. */
export function contentIn(headers: Headers): Upload | null {
  return Upload.safeParse(decode(headers[HEAD])).data ?? null;
}

/** The secret that signed the headers, if it is one of these. */
export function signingSecret(secrets: readonly string[], request: ReceivedRequest, now = Date.now()) {
  const { url: path = '', headers } = request;
  const [time = '', signature = ''] = String(headers[SIGNATURE]).split('.');
  if (!(Math.abs(now - Number(time)) <= SIGNATURE_AGE_MS)) return undefined;
  return secrets.find((secret) => isProof(signature, signatureOf(secret, time, path, headers)));
}

/** What the response to a signed request proves its sender with; `body` is the head of content that is sent. */
export function responseProof(secret: string, signature: unknown, status: number, body: string): string {
  return proofOf(secret, [PROTOCOL, 'server', String(signature), status, body]);
}

function signatureOf(secret: string, time: string, path: string, headers: Headers): string {
  return proofOf(secret, [PROTOCOL, 'caller', time, path, headers[HEAD], headers[CONTEXT]]);
}

export const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function decode(text: string | string[] | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(String(text), 'base64url').toString()) as unknown;
  } catch {
    return undefined;
  }
}
