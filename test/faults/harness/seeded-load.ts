import { randomBytes } from 'node:crypto';
import { seededRandom } from '@parley/sample-data';
import type { Outcome, Write } from './history.ts';

const TICK_MS = 10;
/** A slow platform gets fewer requests instead of more than it can answer. */
const MAX_OPEN = 16;
const CREATED_SHARE = 0.4;

interface Reply {
  data?: { id?: string };
  error?: { code?: string };
}

/** Requests per second, and on how many tickets the updates concentrate. */
export interface LoadOptions {
  rate: number;
  hot: number;
}

/**
 * Creates and updates tickets at a rate, as follows from a seed, and keeps what became of each request. The writes to one
 * ticket wait for each other, so that their order is known.
 */
export class SeededLoad {
  readonly writes: Write[] = [];
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
    private readonly credential: { readonly tenant: string; readonly key: string },
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

  #tick(): void {
    const due = this.#before + ((performance.now() - this.#began) / 1000) * this.options.rate;
    while (this.#sent + this.#skipped < due) {
      if (this.#open.size >= MAX_OPEN) this.#skipped += 1;
      else this.#send();
    }
  }

  #send(): void {
    const number = (this.#sent += 1);
    const updates = this.#free.length > 0 && this.#random() > CREATED_SHARE;
    const at = Math.floor(this.#random() * this.#free.length);
    const ticket = updates ? this.#free.splice(at, 1)[0] : undefined;
    const open: Promise<unknown> = this.#write(number, ticket).finally(() => this.#open.delete(open));
    this.#open.add(open);
  }

  async #write(number: number, ticket: string | undefined): Promise<void> {
    const subject = `${this.tag} ${number}`;
    const [sentAt, began] = [Date.now(), performance.now()];
    const { status, body } = await this.#request(
      ticket === undefined ? 'POST' : 'PATCH',
      `/v1/tickets${ticket === undefined ? '' : `/${ticket}`}`,
      ticket === undefined ? { subject, tags: [this.tag] } : { subject },
    );
    const code = body.error?.code;
    const outcome = outcomeOf(status, code);
    const id = ticket ?? body.data?.id;
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
    // After an unknown outcome a later write might overtake this one.
    if (id !== undefined && outcome !== 'unknown' && this.#free.length < this.options.hot)
      this.#free.push(id);
  }

  async #request(method: string, path: string, body: unknown): Promise<{ status?: number; body: Reply }> {
    try {
      const response = await fetch(this.gateway() + path, {
        method,
        headers: { authorization: `Bearer ${this.credential.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      // A proxy answers in a language of its own.
      return { status: response.status, body: (await response.json().catch(() => ({}))) as Reply };
    } catch {
      return { body: {} };
    }
  }
}

function outcomeOf(status: number | undefined, code: string | undefined): Outcome {
  if (status === undefined) return 'unknown';
  if (status < 300) return 'ok';
  return status < 500 || code === 'service_unavailable' ? 'refused' : 'unknown';
}
