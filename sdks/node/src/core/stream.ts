// The event stream: Server-Sent Events (WHATWG HTML, section 9.2), read for ever.
import type { OpenAnswer } from './call.ts';
import { annotate, ApiError, ConnectionError, StreamError, type ParleyError } from './errors.ts';
import type { Logger } from './log.ts';
import { asksForTooLong, retryAfterOf } from './retry.ts';
import { objectOf } from './runtime.ts';
import { sleep } from './wait.ts';

const RETRY_MS = 1000;
const RETRY_MIN_MS = 100;
const RETRY_MAX_MS = 30_000;
/** The most of a line, and of the data of an event, in UTF-16 code units: more than a record and its former values can have. */
const LENGTH_MAX = 16 * 1024 * 1024;

export interface SentEvent {
  /** Undefined for what is no event of the log: it moves the position, or has another name */
  data: string | undefined;
  /** The last `id` of the stream */
  id: string | undefined;
}

/** Reads Server-Sent Events from bytes that come in any pieces. */
export class EventParser {
  /** The wait before reconnecting that the server asked for, in milliseconds */
  retry: number | undefined;
  readonly #decoder = new TextDecoder();
  #rest = '';
  #endsWithReturn = false;
  #data: string[] = [];
  #dataLength = 0;
  #name = '';
  #id: string | undefined;
  #hasId = false;

  /** @throws StreamError for a line or an event that is too long */
  *parse(bytes: Uint8Array): Generator<SentEvent> {
    // The decoder keeps the beginning of a character, and drops a byte order mark.
    let text = this.#decoder.decode(bytes, { stream: true });
    if (text === '') return;
    // A CR has ended its line already: an LF in the next piece is part of it.
    if (this.#endsWithReturn && text.startsWith('\n')) text = text.slice(1);
    this.#endsWithReturn = text === '' ? false : text.endsWith('\r');
    const [first = '', ...others] = text.split(/\r\n|\r|\n/);
    const lines = [this.#rest + first, ...others];
    this.#rest = bounded(lines.pop() ?? '');
    for (const line of lines) {
      if (line !== '') this.#field(bounded(line));
      else if (this.#data.length > 0 || this.#hasId) yield this.#event();
      else this.#name = '';
    }
  }

  #event(): SentEvent {
    const isLogged = this.#data.length > 0 && (this.#name === '' || this.#name === 'message');
    const data = isLogged ? this.#data.join('\n') : undefined;
    this.#data = [];
    this.#dataLength = 0;
    this.#name = '';
    this.#hasId = false;
    return { data, id: this.#id };
  }

  #field(line: string): void {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') this.#addData(value);
    if (name === 'event') this.#name = value;
    if (name === 'retry' && /^\d+$/.test(value)) this.retry = Number(value);
    if (name !== 'id' || value.includes('\0')) return;
    this.#id = value;
    this.#hasId = true;
  }

  #addData(line: string): void {
    this.#data.push(line);
    this.#dataLength += line.length + 1;
    if (this.#dataLength > LENGTH_MAX) throw tooLong();
  }
}

function bounded(line: string): string {
  if (line.length > LENGTH_MAX) throw tooLong();
  return line;
}

const tooLong = () =>
  new StreamError(`A line or an event of the stream has more than ${LENGTH_MAX} characters`, undefined);

/** An event of the log. */
function decoded(data: string): object {
  const event = objectOf(data);
  if (event !== undefined) return event;
  throw new StreamError('An event of the stream is not a JSON object', undefined);
}

type Open = (headers: Record<string, string>) => Promise<OpenAnswer>;

interface StreamSettings {
  signal: AbortSignal | undefined;
  logger: Logger | undefined;
  timeScale: number;
}

/**
 * The events of the log as they come. It reconnects by itself after an end, a cut or a minute of silence, and continues where it was; it
 * ends with an error that repeating does not cure, with `break`, or by its signal.
 *
 * `position` is behind the last event that was handled: it moves when the next one is asked for. Store it, and a stream with
 * `{ last_event_id: position }` repeats at most one event after a crash, and misses none.
 */
export class EventStream<T extends object> implements AsyncIterable<T> {
  readonly #open: Open;
  readonly #settings: StreamSettings;
  #position: string | undefined;
  #lastId: string | undefined;
  #failures = 0;
  #retry = RETRY_MS;

  constructor(open: Open, position: string | undefined, settings: StreamSettings) {
    this.#open = open;
    this.#position = position;
    this.#settings = settings;
  }

  get position(): string | undefined {
    return this.#position;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for (;;) {
      let failure: ParleyError | undefined;
      try {
        yield* this.#connection();
      } catch (error) {
        failure = this.#checked(error);
      }
      const delay = this.#delay(failure);
      this.#settings.logger?.warn(`The event stream has ended, again in ${Math.round(delay)} ms`, {
        error: failure?.name,
      });
      await sleep(delay, this.#settings.signal);
    }
  }

  /** The events of one connection. */
  async *#connection(): AsyncGenerator<T, void, undefined> {
    const headers: Record<string, string> =
      this.#position === undefined ? {} : { 'last-event-id': this.#position };
    const answer = await this.#open(headers);
    const parser = new EventParser();
    try {
      for await (const bytes of answer.body) {
        for (const { data, id } of parser.parse(bytes)) {
          this.#failures = 0;
          if (data !== undefined && (id === undefined || id !== this.#lastId)) {
            this.#lastId = id;
            yield decoded(data) as T;
          }
          this.#position = id ?? this.#position;
        }
        this.#retry = parser.retry ?? this.#retry;
      }
    } finally {
      answer.close();
    }
  }

  /** @throws the error, if connecting again does not help */
  #checked(error: unknown): ParleyError {
    if (error instanceof ConnectionError && error.isRetryable) return error;
    if (error instanceof StreamError) throw annotate(error, { position: this.#position });
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'position_expired')
      throw new StreamError(
        'The position is older than the event log. Read the records that you keep a copy of, and begin a stream without a position.',
        this.#position,
        { code: error.code, cause: error },
      );
    if ((error.status === 429 || error.status >= 500) && !asksForTooLong(error)) return error;
    throw error;
  }

  #delay(failure: ParleyError | undefined): number {
    // The server varies `retry` by itself, so that its clients do not come back together.
    const jitter = this.#failures === 0 ? 1 : 0.5 + Math.random() / 2;
    const first = Math.max(RETRY_MIN_MS, this.#retry);
    const backoff = Math.min(RETRY_MAX_MS, first * 2 ** this.#failures) * jitter;
    if (failure !== undefined) this.#failures += 1;
    const retryAfter = failure === undefined ? undefined : retryAfterOf(failure);
    return Math.max(backoff, (retryAfter ?? 0) * 1000) * this.#settings.timeScale;
  }
}
