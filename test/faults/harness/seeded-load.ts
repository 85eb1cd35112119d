import { randomBytes, randomUUID } from 'node:crypto';
import { seededRandom } from '@parley/sample-data';
import { send } from '@parley/testing';
import type { Outcome, Write } from './history.ts';

const TICK_MS = 10;
/** A slow platform gets fewer requests instead of more than it can answer; a high rate may have those of a second open. */
const LEAST_OPEN = 16;
const CREATED_SHARE = 0.4;

interface Reply {
  /** None without an answer. */
  status?: number;
  data?: Record<string, unknown>;
  error?: { code?: string };
}

/** A request beside the writes, and its status if all is well. */
export interface Aside {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: () => object;
  readonly status: number;
  /** Where it goes, if not to a gateway. */
  readonly entry?: () => string;
}

/** Requests per second, and on how many tickets the updates concentrate. */
export interface LoadOptions {
  rate: number;
  hot: number;
  /** Of each hundred requests; the rest are writes. */
  asides?: readonly Aside[];
  /** Whether creations are sent twice with one Idempotency-Key, as by a client that has not seen the answer. */
  isRepeating?: boolean;
}

/**
 * Creates and updates tickets at a rate, as follows from a seed, and keeps what became of each request. The writes to one
 * ticket wait for each other, so that their order is known.
 */
export class SeededLoad {
  readonly writes: Write[] = [];
  /** How long each request took. */
  readonly tookMs: number[] = [];
  /** Asides and repetitions that were not answered as they had to be. */
  readonly failures: string[] = [];
  readonly tag = `load-${randomBytes(4).toString('hex')}`;
  readonly #free: string[] = [];
  readonly #open = new Set<Promise<unknown>>();
  readonly #random: () => number;
  #timer: NodeJS.Timeout | undefined;
  #began = 0;
  #sent = 0;
  #skipped = 0;
  /** Requests of earlier periods. */
  #before = 0;

  constructor(
    /** The address of a gateway; throws while none is ready. */
    private readonly gateway: () => string,
    readonly credential: { readonly tenant: string; readonly key: string },
    private readonly options: LoadOptions,
    seed: number,
  ) {
    this.#random = seededRandom(seed);
  }

  start(): void {
    this.#began = performance.now();
    this.#before = this.#sent + this.#skipped;
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  /** Waits for the requests in progress. May be started again. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#open);
  }

  /** Writes sent in a period, of the run by default. */
  between(from = 0, to = Infinity): Write[] {
    return this.writes.filter(({ sentAt }) => sentAt >= from && sentAt < to);
  }

  /** Requests that were due, and not sent because too many were open. */
  get skipped(): number {
    return this.#skipped;
  }

  #tick(): void {
    const { rate } = this.options;
    const due = this.#before + ((performance.now() - this.#began) / 1000) * rate;
    while (this.#sent + this.#skipped < due) {
      if (this.#open.size >= Math.max(LEAST_OPEN, rate)) this.#skipped += 1;
      else this.#send();
    }
  }

  #send(): void {
    this.#sent += 1;
    const { asides } = this.options;
    const aside = asides?.[Math.floor(this.#random() * 100)];
    const open: Promise<unknown> = (aside === undefined ? this.#choose() : this.#ask(aside)).finally(() =>
      this.#open.delete(open),
    );
    this.#open.add(open);
  }

  async #ask({ method, path, body, status, entry }: Aside): Promise<void> {
    const reply = await this.request(method, path, body?.(), {}, entry);
    if (reply.status !== status)
      this.failures.push(`${method} ${path}: ${reply.status ?? 'none'} ${reply.error?.code ?? ''}`);
  }

  #choose(): Promise<void> {
    const updates = this.#free.length > 0 && this.#random() > CREATED_SHARE;
    const at = Math.floor(this.#random() * this.#free.length);
    return this.#write(this.#sent, updates ? this.#free.splice(at, 1)[0] : undefined);
  }

  async #write(number: number, ticket: string | undefined): Promise<void> {
    const subject = `${this.tag} ${number}`;
    const sentAt = Date.now();
    const began = performance.now();
    const { isRepeating = false, hot } = this.options;
    const headers: Record<string, string> = isRepeating ? { 'idempotency-key': randomUUID() } : {};
    const create = () => this.request('POST', '/v1/tickets', { subject, tags: [this.tag] }, headers);
    const { status, data, error } = await (ticket === undefined
      ? create()
      : this.request('PATCH', `/v1/tickets/${ticket}`, { subject }));
    const code = error?.code;
    const outcome = outcomeOf(status, code);
    const id = ticket ?? (data?.['id'] as string | undefined);
    this.writes.push({
      number,
      tenant: this.credential.tenant,
      subject,
      ticket: id,
      sentAt,
      tookMs: performance.now() - began,
      status,
      code,
      outcome,
    });
    if (isRepeating && ticket === undefined && outcome === 'ok') {
      const again = await create();
      if (again.data?.['id'] !== id) this.failures.push(`a creation repeated: ${JSON.stringify(again)}`);
    }
    // After an unknown outcome a later write might overtake this one.
    if (id !== undefined && outcome !== 'unknown' && this.#free.length < hot) this.#free.push(id);
  }

  /** Sends a request with the key of the load, and notes how long it took. */
  async request(
    method: string,
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
    entry = this.gateway,
  ): Promise<Reply> {
    const began = performance.now();
    const credential = { authorization: `Bearer ${this.credential.key}`, 'content-type': 'application/json' };
    try {
      const sent = { method, headers: { ...credential, ...headers }, body: body && JSON.stringify(body) };
      const { status, text } = await send(entry() + path, sent);
      return { status, ...jsonOf(text) };
    } catch (error) {
      return { error: { code: (error as Error).message } };
    } finally {
      this.tookMs.push(performance.now() - began);
    }
  }
}

/** A proxy answers in a language of its own. */
function jsonOf(text: string): Reply {
  try {
    return JSON.parse(text) as Reply;
  } catch {
    return {};
  }
}

function outcomeOf(status: number | undefined, code: string | undefined): Outcome {
  if (status === undefined) return 'unknown';
  if (status < 300) return 'ok';
  return status < 500 || code === 'service_unavailable' ? 'refused' : 'unknown';
}
