import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { LoggedEvent, Presence } from '@parley/contracts';
import type { ApiClient } from './client.ts';

export interface StreamChoice {
  /** The query, without its question mark. */
  query?: string;
  lastEventId?: string;
}

/** What a stream was refused with. */
export class StreamRefused extends Error {
  constructor(
    readonly status: number,
    readonly headers: IncomingMessage['headers'],
    readonly body: string,
  ) {
    super(`The stream was refused: ${status} ${body}`);
  }
}

/** A client of `GET /v1/events/stream` that reads as the specification of Server-Sent Events says. */
export class EventStreamClient {
  readonly events: LoggedEvent[] = [];
  /** What came in messages of that name. */
  readonly presence: Presence[] = [];
  /** Where to resume. */
  lastEventId = '';
  retryMs = 0;
  comments = 0;
  /** Resolves when the connection has ended, in whatever way. */
  readonly ended: Promise<void>;
  #rest = '';
  #data: string[] = [];
  #id = '';
  #name = '';

  private constructor(
    private readonly sent: ClientRequest,
    readonly response: IncomingMessage,
  ) {
    this.ended = new Promise((resolve) => {
      response.once('close', resolve);
    });
    response.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    response.on('error', () => undefined);
  }

  /** Resolves with the head of the response. Throws {@link StreamRefused} unless it is 200. */
  static async open(
    { baseUrl, token }: Pick<ApiClient, 'baseUrl' | 'token'>,
    { query = '', lastEventId }: StreamChoice = {},
  ): Promise<EventStreamClient> {
    const sent = request(`${baseUrl}/v1/events/stream${query === '' ? '' : `?${query}`}`, {
      agent: false,
      headers: {
        accept: 'text/event-stream',
        'accept-encoding': 'gzip, br',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      },
    });
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    sent.on('error', () => undefined);
    if (response.statusCode === 200) return new EventStreamClient(sent, response);
    const body = Buffer.concat((await response.toArray()) as Buffer[]).toString();
    throw new StreamRefused(response.statusCode ?? 0, response.headers, body);
  }

  get types(): string[] {
    return this.events.map(({ event }) => event);
  }

  /** Cuts the connection. */
  async close(): Promise<void> {
    this.sent.destroy();
    await this.ended;
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#readLine(line);
  }

  #readLine(line: string): void {
    if (line === '') {
      this.lastEventId = this.#id;
      this.#dispatch();
      this.#data = [];
      this.#name = '';
      return;
    }
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === '') this.comments += 1;
    else if (field === 'event') this.#name = value;
    else if (field === 'id') this.#id = value;
    else if (field === 'data') this.#data.push(value);
    else if (field === 'retry') this.retryMs = Number(value);
  }

  #dispatch(): void {
    if (this.#data.length === 0) return;
    const data: unknown = JSON.parse(this.#data.join('\n'));
    if (this.#name === 'presence') this.presence.push(data as Presence);
    else this.events.push(data as LoggedEvent);
  }
}
