import { idOf, type Mode } from '@parley/contracts';
import { remaining, type TenantContext } from '@parley/runtime/context';
import { isProof, proofOf } from '@parley/rpc';
import { z } from 'zod';
import type { UploadHead } from '../upload-transport.ts';

/** Headers of `PUT /uploads/{file_id}`, in lower case, as Node.js has them. */
export const HEAD = 'x-parley-upload';
export const CONTEXT = 'x-parley-context';
export const SIGNATURE = 'x-parley-signature';
/** A header of responses: the file service proves that it knows the secret. */
export const PROOF = 'x-parley-proof';
/** A header of responses: the process has begun nothing, and another one may take the upload. */
export const REFUSED = 'x-parley-refused';

export const pathOf = ({ id }: Pick<UploadHead, 'id'>): string => `/uploads/${id}`;

/** Proofs also name the side, so that a peer cannot return what it was sent. */
const PROTOCOL = 'parley upload 1';

/** A signature is valid for so long: clocks of machines differ, and an upload can be received only once in any case. */
const SIGNATURE_AGE_MS = 300_000;

const Head = z.object({ id: idOf('file'), name: z.string(), maxBytes: z.int().min(0) });
const SentContext = z.looseObject({
  requestId: z.string(),
  /** The remaining time, not the deadline: the clocks of two machines differ. */
  remaining: z.number().min(0),
  tenant: z.object({ workspaceId: idOf('workspace'), mode: z.enum(['live', 'test'] satisfies Mode[]) }),
});

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The headers of an upload, signed with the secret if there is one. */
export function headersOf(
  sent: TenantContext,
  { id, name, maxBytes }: UploadHead,
  secret: string | undefined,
): Record<string, string> {
  const { deadline: _, ...ctx } = sent;
  const headers = {
    [HEAD]: encode({ id, name, maxBytes }),
    [CONTEXT]: encode({ ...ctx, remaining: remaining(sent) }),
  };
  if (secret === undefined) return headers;
  const time = String(Date.now());
  return { ...headers, [SIGNATURE]: `${time}.${signatureOf(secret, time, pathOf({ id }), headers)}` };
}

/** What the headers of an upload say; `null` if they are not such headers. */
export function parseHeaders(path: string, headers: Headers) {
  const head = Head.safeParse(decode(headers[HEAD]));
  const sent = SentContext.safeParse(decode(headers[CONTEXT]));
  if (!head.success || !sent.success || path !== pathOf(head.data)) return null;
  const { remaining: timeoutMs, ...ctx } = sent.data;
  const deadline = Date.now() + timeoutMs;
  return { head: head.data, ctx: { ...(ctx as unknown as TenantContext), deadline } };
}

/** The secret that signed the headers, if it is one of these. */
export function signingSecret(secrets: readonly string[], path: string, headers: Headers, now = Date.now()) {
  const [time = '', signature = ''] = String(headers[SIGNATURE]).split('.');
  if (!(Math.abs(now - Number(time)) <= SIGNATURE_AGE_MS)) return undefined;
  return secrets.find((secret) => isProof(signature, signatureOf(secret, time, path, headers)));
}

/** What the response to a signed request proves its sender with. */
export function responseProof(secret: string, signature: unknown, status: number, body: string): string {
  return proofOf(secret, [PROTOCOL, 'server', String(signature), status, body]);
}

function signatureOf(secret: string, time: string, path: string, headers: Headers): string {
  return proofOf(secret, [PROTOCOL, 'caller', time, path, headers[HEAD], headers[CONTEXT]]);
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function decode(text: string | string[] | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(String(text), 'base64url').toString()) as unknown;
  } catch {
    return undefined;
  }
}
