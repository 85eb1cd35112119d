import { connect } from 'node:net';
import type { Provider } from '@nestjs/common';
import { Authenticator, MemoryState, hashToken, mintToken } from '@parley/authentication';
import {
  ApiError,
  type ErrorBody,
  type Scope,
  type TokenRecord,
  encodeId,
  findProcedure,
} from '@parley/contracts';
import { FileTransport } from '@parley/files';
import type { Context, TenantContext } from '@parley/runtime/context';
import type { HandlerResult } from '@parley/runtime/handlers';
import { RpcTransport } from '@parley/rpc';
import type { z } from 'zod';
import { ReceivedUploads } from './multipart/received-uploads.fixture.ts';
import { type RunningGateway, startGateway } from './index.ts';

export const TICKET_ID = 'ticket_01h2xcejqtf2nbrexx3vqjhp41';

const TICKET = { id: TICKET_ID, subject: 'Printer on fire', status: 'open' };
const UNKNOWN: TokenRecord = { state: 'unknown', principal: null, expiresAt: null, limit: 0 };

export interface Call {
  procedureId: string;
  ctx: TenantContext;
  input: { params?: unknown; query?: Record<string, unknown>; body?: Record<string, unknown> };
}

/** Answers ticket operations from memory, parses its input like a service does, and remembers what it was asked. */
export class FakeTicketService extends RpcTransport {
  readonly calls: Call[] = [];
  /** Takes the place of the next answers. */
  answer: ((call: Call) => Promise<HandlerResult>) | null = null;
  totalCount = 60;

  override serve(): () => Promise<void> {
    throw new Error('this transport has no services');
  }

  override call(_service: string, procedureId: string, ctx: Context, input: unknown): Promise<HandlerResult> {
    const call = { procedureId, ctx, input } as Call;
    this.calls.push(call);
    for (const part of ['params', 'query', 'body'] as const) {
      const schema = (findProcedure(procedureId) as Partial<Record<typeof part, z.ZodType>>)[part];
      if (schema !== undefined) schema.parse(call.input[part]);
    }
    if (this.answer !== null) return this.answer(call);
    return Promise.resolve({ value: this.value(call), replayed: false });
  }

  private value({ procedureId, input }: Call): unknown {
    switch (procedureId) {
      case 'ticket.list':
        return {
          items: [TICKET],
          total_count: this.totalCount,
          total_count_relation: 'eq',
          next_cursor: 'next',
        };
      case 'ticket.get':
        return TICKET;
      case 'webhook.delete':
        return undefined;
      default:
        return { ...TICKET, ...input.body };
    }
  }
}

export interface TokenChoice {
  scopes?: Scope[];
  limit?: number;
  expiresAt?: number;
  state?: 'active' | 'revoked';
}

/** A gateway on a free port, with tokens and a transport of the test's own. */
export interface TestHarness {
  url: string;
  tickets: FakeTicketService;
  uploads: ReceivedUploads;
  authenticator: Authenticator;
  /** Set to make every look-up fail. */
  identity: { down: boolean };
  issue(choice?: TokenChoice): string;
  /** A request with a token; `token: null` sends none. */
  request(path: string, options?: RequestOptions): Promise<Answer>;
  /** Bytes on a bare socket; answers all that comes back. */
  raw(bytes: string | Buffer): Promise<string>;
  gateway: RunningGateway;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface RequestOptions {
  method?: string;
  token?: string | null;
  headers?: Record<string, string>;
  body?: string | object;
}

export interface Envelope {
  data: Record<string, unknown>;
  error: ErrorBody;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed where it is JSON, else the text: a test says by its expectations which it is. */
  body: Envelope;
}

let serial = 0;

const DEFAULTS = {
  GATEWAY_PORT: '0',
  GATEWAY_HOST: '127.0.0.1',
  BASE_URL: 'https://api.example.com',
  LOG_LEVEL: 'silent',
  DRAIN_DELAY: '0s',
  ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
};

export async function startHarness(
  env: Record<string, string> = {},
  providers: readonly Provider[] = [],
  beforeListening?: () => Promise<unknown>,
): Promise<TestHarness> {
  const records = new Map<string, TokenRecord>();
  const identity = { down: false };
  const [tickets, uploads] = [new FakeTicketService(), new ReceivedUploads()];
  await uploads.serve();
  const authenticator = new Authenticator(new MemoryState(), {
    lookUp: (hash) =>
      identity.down ? Promise.reject(new Error('down')) : Promise.resolve(records.get(hash) ?? UNKNOWN),
    recordUse: () => Promise.resolve(),
    ...limitsOf(env),
  });
  const issue = (choice: TokenChoice = {}): string => {
    const token = mintToken('sk_live_', 'Ab12');
    records.set(hashToken(token), tokenRecord(choice));
    return token;
  };
  const gateway = await startGateway({
    env: { ...DEFAULTS, ...env },
    providers: [
      { provide: RpcTransport, useValue: tickets },
      { provide: FileTransport, useValue: uploads.transport },
      { provide: Authenticator, useValue: authenticator },
      ...providers,
    ],
    ...(beforeListening && { beforeListening }),
  });
  const { url } = gateway;
  const usual = issue({ limit: 100_000 });
  const close = async () => {
    await gateway.close();
    await authenticator.close();
  };
  return {
    url,
    tickets,
    uploads,
    authenticator,
    identity,
    issue,
    gateway,
    request: (path, { token = usual, ...options } = {}) => send(url + path, { ...options, token }),
    raw: (bytes) => exchange(Number(new URL(url).port), bytes),
    close,
    [Symbol.asyncDispose]: close,
  };
}

const limitsOf = (env: Record<string, string>) => ({
  failuresPerMinute: Number(env['AUTH_FAILURES_PER_MINUTE'] ?? 300),
  publicRequestsPerMinute: Number(env['PUBLIC_REQUESTS_PER_MINUTE'] ?? 600),
});

function tokenRecord({ scopes, limit, expiresAt, state }: TokenChoice): TokenRecord {
  serial += 1;
  const uuid = serial
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  if (state === 'revoked') return { ...UNKNOWN, state };
  return {
    state: 'active',
    principal: {
      type: 'api_key',
      credentialId: encodeId('key', uuid),
      workspaceId: encodeId('workspace', uuid),
      mode: 'live',
      userId: encodeId('user', uuid),
      role: 'admin',
      scopes: scopes ?? [
        'tickets:read',
        'tickets:write',
        'webhooks:manage',
        'contacts:read',
        'contacts:write',
        'conversations:write',
        'files:write',
      ],
    },
    expiresAt: expiresAt ?? null,
    limit: limit ?? 60,
  };
}

async function send(url: string, { method = 'GET', token, headers, body }: RequestOptions): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(typeof token === 'string' ? { authorization: `Bearer ${token}` } : {}),
      ...(typeof body === 'object' && !isRaw(body) ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body === undefined
      ? {}
      : { body: typeof body === 'string' || isRaw(body) ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    body: (json ? JSON.parse(text) : text) as Envelope,
  };
}

const isRaw = (body: object): body is FormData | Uint8Array =>
  body instanceof FormData || body instanceof Uint8Array;

function exchange(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => (received += String(chunk)));
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

export function failWith(error: ApiError | Error): () => Promise<HandlerResult> {
  return () => Promise.reject(error);
}
