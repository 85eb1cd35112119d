import { randomUUID } from 'node:crypto';
import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { percentile } from '../../setup/percentile.mjs';
import type { Entry } from './balancer.ts';

const TICK_MS = 10;
/** Records that exist before the load begins. */
const CONTACTS = 20;
const CONVERSATIONS = 10;

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: { data?: Record<string, unknown>; error?: { code: string } };
}

type Body = Record<string, unknown>;

/** A request that did not do what it had to. */
export interface Failure {
  readonly request: string;
  /** When its answer came. */
  readonly at: string;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  readonly reason: string;
}

/** Requests of several kinds at a given rate, and a record of the effects that they must have had. */
export class MixedLoad {
  readonly failures: Failure[] = [];
  readonly tookMs: number[] = [];
  /** Number of effective updates of each ticket that was created. */
  readonly tickets = new Map<string, number>();
  /** Number of messages in each conversation, and the ids of all. */
  readonly conversations = new Map<string, number>();
  readonly messages: string[] = [];
  /** The latest name of each contact, and how often it was changed. */
  readonly contacts = new Map<string, { name: string; email: string; changes: number }>();
  readonly tag = `rolling-${randomUUID().slice(0, 8)}`;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #busy = new Set<string>();
  readonly #open = new Set<Promise<unknown>>();
  /** Those of a second: more requests than are answered are not sent, which is told. */
  readonly #maxOpen: number;
  #skipped = 0;
  #sent = 0;
  #timer: NodeJS.Timeout | undefined;
  #began = 0;
  #took = 0;

  constructor(
    /** To the gateways, and to the sign-in pages. */
    private readonly entries: { readonly api: Entry; readonly auth: Entry },
    private readonly key: string,
    /** Requests per second. */
    private readonly rate: number,
  ) {
    this.#maxOpen = Math.max(8, rate);
  }

  /** Number of requests that were answered, rightly or not. */
  get answered(): number {
    return this.tookMs.length;
  }

  /** Requests per second until the load was stopped. */
  get achievedRate(): number {
    return Math.round(this.#sent / (this.#took / 1000));
  }

  /** Requests that were due, and not sent because as many were open as of a second. */
  get skipped(): number {
    return this.#skipped;
  }

  /** What failed, the same failures together: `3 × PATCH /v1/tickets: 503 … (first at …, after 12 ms)`. */
  get failed(): string[] {
    const kinds = new Map<string, Failure[]>();
    for (const failure of this.failures) {
      const kind = `${failure.request}: ${failure.reason}`;
      kinds.set(kind, [...(kinds.get(kind) ?? []), failure]);
    }
    return [...kinds].map(
      ([kind, all]) => `${all.length} × ${kind} (first at ${all[0]?.at ?? ''}, after ${all[0]?.ms ?? 0} ms)`,
    );
  }

  percentile(share: number): number {
    return Math.round(percentile(this.tookMs, share));
  }

  /** Creates what the requests work on, and begins to send them. */
  async start(): Promise<void> {
    for (let index = 0; index < CONTACTS; index += 1) {
      const email = `contact-${index}@${this.tag}.example`;
      const { body } = await this.send('POST', '/v1/contacts', { name: 'New', email });
      this.contacts.set(idOf(body), { name: 'New', email, changes: 0 });
    }
    for (let index = 0; index < CONVERSATIONS; index += 1) {
      const [contact] = [...this.contacts.keys()].slice(index);
      const { body } = await this.send('POST', '/v1/conversations', {
        contact: { id: contact },
        tags: [this.tag],
      });
      this.conversations.set(idOf(body), 0);
    }
    await this.#createTicket();
    this.#began = performance.now();
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  /** Waits for the requests in progress. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#took ||= performance.now() - this.#began;
    await Promise.all(this.#open);
  }

  /** Not by `fetch`, which uses as much CPU time as the processes under load. */
  send(method: string, path: string, body?: Body, headers: Record<string, string> = {}): Promise<Reply> {
    const entry = path.startsWith('/v1/') ? this.entries.api : this.entries.auth;
    const options = {
      agent: this.#agent,
      method,
      headers: {
        authorization: `Bearer ${this.key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    };
    return new Promise((resolve, reject) => {
      const sent = request(entry.pick() + path, options, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('error', reject);
        response.on('end', () => {
          const body = (text === '' ? {} : JSON.parse(text)) as Reply['body'];
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
        });
      });
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  #tick(): void {
    const due = ((performance.now() - this.#began) / 1000) * this.rate;
    while (this.#sent < due - this.#skipped && this.#open.size >= this.#maxOpen) this.#skipped += 1;
    while (this.#sent < due - this.#skipped) {
      this.#sent += 1;
      const open: Promise<unknown> = this.#choose()().finally(() => this.#open.delete(open));
      this.#open.add(open);
    }
  }

  /** By their share: nine reads for each write, as integrations send them that show what others write. */
  #choose(): () => Promise<unknown> {
    const at = Math.random() * 100;
    const shares: readonly [number, () => Promise<unknown>][] = [
      [42, () => this.#read(`/v1/tickets/${pick([...this.tickets.keys()])}`)],
      [15, () => this.#read('/v1/tickets?status=open,pending&per_page=10')],
      [12, () => this.#read('/v1/conversations?priority=normal&sort=updated_at&per_page=10')],
      [7, () => this.#read('/v1/contacts?email=contact-*&per_page=10')],
      [10, () => this.#read('/v1/me')],
      [5, () => this.#read('/v1/webhooks')],
      [1, () => this.#read('/.well-known/oauth-authorization-server')],
      [2, () => this.#createTicket()],
      [3, () => this.#updateTicket()],
      [2, () => this.#createMessage()],
      [1, () => this.#renameContact()],
    ];
    let sum = 0;
    return shares.find(([share]) => at < (sum += share))?.[1] ?? (() => this.#createTicket());
  }

  async #read(path: string): Promise<void> {
    await this.#expect(200, 'GET', path);
  }

  /** Twice with one Idempotency-Key, as a client does that has not seen the answer. */
  async #createTicket(): Promise<void> {
    const headers = { 'idempotency-key': randomUUID() };
    const { email } = pick([...this.contacts.values()]);
    const body = { subject: 'Created', tags: [this.tag], contact: { email } };
    const first = await this.#expect(201, 'POST', '/v1/tickets', body, headers);
    if (first === undefined) return;
    const id = idOf(first.body);
    this.tickets.set(id, 0);
    this.#sent += 1;
    const began = performance.now();
    const second = await this.#expect(201, 'POST', '/v1/tickets', body, headers);
    if (
      second !== undefined &&
      (idOf(second.body) !== id || second.headers['idempotent-replayed'] !== 'true')
    )
      this.#fail('POST /v1/tickets', began, `was repeated: ${id}, ${idOf(second.body)}`);
  }

  async #updateTicket(): Promise<void> {
    const id = pick([...this.tickets.keys()]);
    const answer = await this.#expect(200, 'PATCH', `/v1/tickets/${id}`, {
      subject: `Changed ${randomUUID()}`,
    });
    if (answer !== undefined) this.tickets.set(id, (this.tickets.get(id) ?? 0) + 1);
  }

  async #createMessage(): Promise<void> {
    const id = pick([...this.conversations.keys()]);
    const path = `/v1/conversations/${id}/messages`;
    const answer = await this.#expect(201, 'POST', path, { body: 'Hello', type: 'note' });
    if (answer === undefined) return;
    this.conversations.set(id, (this.conversations.get(id) ?? 0) + 1);
    this.messages.push(idOf(answer.body));
  }

  /** One change of a contact at a time, so that the last name is known. */
  async #renameContact(): Promise<void> {
    const free = [...this.contacts].filter(([id]) => !this.#busy.has(id));
    if (free.length === 0) return this.#createMessage();
    const [id, contact] = pick(free);
    this.#busy.add(id);
    const name = `Name ${randomUUID()}`;
    const answer = await this.#expect(200, 'PATCH', `/v1/contacts/${id}`, { name });
    if (answer !== undefined) this.contacts.set(id, { ...contact, name, changes: contact.changes + 1 });
    this.#busy.delete(id);
  }

  async #expect(
    status: number,
    method: string,
    path: string,
    body?: Body,
    headers?: Record<string, string>,
  ): Promise<Reply | undefined> {
    const began = performance.now();
    const request = `${method} ${path.replace(/_[0-9a-z]{26}/, '')}`;
    try {
      const reply = await this.send(method, path, body, headers);
      if (reply.status === status) return reply;
      this.#fail(request, began, `${reply.status} ${reply.body.error?.code ?? ''}`);
    } catch (error) {
      const { message, cause } = error as Error & { cause?: Error };
      this.#fail(request, began, `${message} ${cause?.message ?? ''}`);
    } finally {
      this.tookMs.push(performance.now() - began);
    }
    return undefined;
  }

  #fail(request: string, began: number, reason: string): void {
    const ms = Math.round(performance.now() - began);
    this.failures.push({ request, at: new Date().toISOString(), ms, reason });
  }
}

function pick<T>(values: readonly T[]): T {
  return values[Math.floor(Math.random() * values.length)] as T;
}

function idOf({ data }: Reply['body']): string {
  if (typeof data?.['id'] !== 'string') throw new Error('the answer has no record');
  return data['id'];
}
