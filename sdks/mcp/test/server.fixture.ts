import { Client, type ClientOptions, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Parley, type Transport, type TransportRequest, type TransportResponse } from '@parley/client';
import { Confirmations } from '../src/confirmations.ts';
import { serverOf } from '../src/server.ts';
import { CLIENT_OPTIONS, type Session } from '../src/session.ts';

export const TICKET_ID = 'ticket_01h2xcejqtf2nbrexx3vqjhp41';
export const CONVERSATION_ID = 'conv_01h2xcejqtf2nbrexx3vqjhp41';
export const ALL_SCOPES = [
  'conversations:read',
  'conversations:write',
  'contacts:read',
  'tickets:read',
  'tickets:write',
  'users:read',
];
export const READ_SCOPES = ['conversations:read', 'contacts:read', 'tickets:read'];

const TIME = '2026-11-28T12:00:00.000Z';
export const CONTACT = {
  id: 'contact_01h2xcejqtf2nbrexx3vqjhp41',
  name: 'Dana',
  email: 'dana@example.com',
  phone: null,
};

export const ticket = (fields: object = {}): object => ({
  id: TICKET_ID,
  subject: 'The printer is on fire',
  description: null,
  status: 'open',
  priority: 'high',
  sla: { status: 'warning', first_response_due: TIME, metrics: [] },
  first_responded_at: null,
  reopened_count: 0,
  assignee: null,
  contact: CONTACT,
  tags: [],
  inbox_id: null,
  conversation_id: CONVERSATION_ID,
  custom_fields: {},
  created_at: TIME,
  updated_at: TIME,
  ...fields,
});

export const conversation = (fields: object = {}): object => ({
  id: CONVERSATION_ID,
  subject: 'Printer',
  status: 'open',
  priority: 'normal',
  channel: 'email',
  assignee: null,
  contact: CONTACT,
  tags: [],
  inbox_id: null,
  custom_fields: {},
  last_message_at: TIME,
  last_message_by: 'contact',
  messages_count: 1,
  waiting_since: TIME,
  created_at: TIME,
  ...fields,
});

export const message = (fields: object = {}): object => ({
  id: 'msg_01h2xcejqtf2nbrexx3vqjhp41',
  conversation_id: CONVERSATION_ID,
  body: 'It burns.',
  type: 'comment',
  author: { type: 'contact', id: CONTACT.id, name: 'Dana' },
  attachments: [],
  redacted_at: null,
  created_at: TIME,
  ...fields,
});

export const page = (data: readonly object[], next: string | null = null): object => ({
  data,
  meta: { total_count: data.length, next_cursor: next },
  links: {},
});

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body: object;
}

export interface Sent {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

/** Takes the place of the API: answers by method and path, and remembers what it was asked. */
export class FakeApi implements Transport {
  readonly sent: Sent[] = [];
  readonly #routes: Record<string, (sent: Sent) => Answer | Promise<Answer>>;

  /** @param routes by `GET /v1/tickets`; ids in paths are `:id` */
  constructor(routes: Record<string, (sent: Sent) => Answer | Promise<Answer>>) {
    this.#routes = routes;
  }

  async send({ method, url, headers, body, signal, onSent }: TransportRequest): Promise<TransportResponse> {
    onSent();
    const text = body === undefined ? '{}' : new TextDecoder().decode(body as Uint8Array);
    const sent: Sent = {
      method,
      path: url.pathname,
      query: url.searchParams,
      headers,
      body: JSON.parse(text) as Record<string, unknown>,
    };
    this.sent.push(sent);
    const route = `${method} ${url.pathname.replaceAll(/\/[a-z]+_[0-9a-z]{26}/g, '/:id')}`;
    const answer = this.#routes[route] ?? (() => failure(404, 'not_found', 'No such route.'));
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    const { status = 200, headers: answered = {}, body: value } = await Promise.race([answer(sent), aborted]);
    return { status, headers: answered, body: chunks(JSON.stringify(value)) };
  }
}

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(new TextEncoder().encode(text));
}

export const failure = (
  status: number,
  code: string,
  text: string,
  headers: Record<string, string> = {},
): Answer => ({ status, headers, body: { error: { code, message: text } } });

interface Choice {
  api?: FakeApi;
  scopes?: readonly string[];
  settings?: Partial<Session['settings']>;
  /** The protocol of 2026, in which a host says with each call what it can do */
  modern?: boolean;
  client?: ClientOptions;
}

export interface Connected {
  client: Client;
  reported: unknown[];
  /** Calls a tool, and gives its text and its structured content. */
  call: (name: string, args?: object) => Promise<{ text: string; isError: boolean; data: Data }>;
}

interface Data {
  items: Record<string, unknown>[];
  next_cursor?: string;
  note?: string;
}

/** A host that is connected to a server, as a process is over stdio. */
export async function connect({
  api = new FakeApi({}),
  scopes = ALL_SCOPES,
  settings = {},
  modern = false,
  client: options = {},
}: Choice = {}): Promise<Connected> {
  const reported: unknown[] = [];
  const session: Session = {
    parley: new Parley({
      ...CLIENT_OPTIONS,
      baseUrl: 'http://localhost',
      apiKey: 'sk_test_x',
      transport: api,
      // Waits are short; timeouts are as long as ever, for a machine that is busy.
      timeScale: 0.001,
      timeout: 15_000_000,
      totalTimeout: 30_000_000,
    }),
    scopes,
    credentialId: 'key_01h2xcejqtf2nbrexx3vqjhp41',
    userId: 'user_01h2xcejqtf2nbrexx3vqjhp41',
    settings: { write: true, drafts: false, testModeOnly: false, ...settings },
    confirmations: new Confirmations('a secret'),
    report: (error) => void reported.push(error),
  };
  const [own, other] = InMemoryTransport.createLinkedPair();
  serveStdio(() => serverOf(session), { transport: other });
  const negotiation: ClientOptions = modern ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {};
  const client = new Client({ name: 'test', version: '1' }, { ...negotiation, ...options });
  await client.connect(own);
  const call = async (name: string, args: object = {}) => {
    const result = await client.callTool({ name, arguments: { ...args } });
    const [block] = result.content;
    return {
      text: block?.type === 'text' ? block.text : '',
      isError: result.isError === true,
      data: result.structuredContent as Data,
    };
  };
  return { client, reported, call };
}
