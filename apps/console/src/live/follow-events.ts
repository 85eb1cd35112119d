import { EventParser } from './event-parser.ts';

/** `lost`: the last attempt failed, and another follows; `refused`: the workspace has too many streams or requests. */
export type StreamState = 'connecting' | 'live' | 'lost' | 'refused';

export interface StreamOptions {
  /** The address of `GET /v1/events/stream`. */
  url: string;
  /** @param isRejected the API refused the last token: a new one is needed. */
  token: (isRejected: boolean) => Promise<string>;
  onEvent: (event: unknown) => void;
  onState: (state: StreamState) => void;
  /** Events may be missing: whatever is shown has to be read again. */
  onGap: () => void;
  /** Tells by `online` that the network is back: the window. */
  network: EventTarget;
  signal: AbortSignal;
}

/** The server sends something every 15 s; after this time without it, the connection is dead without having ended. */
const SILENCE_MS = 45_000;
const RETRY_MS = { min: 1_000, max: 30_000 };

/** An answer that is no stream. */
class Refused extends Error {
  constructor(
    readonly status: number,
    readonly retryAfterMs: number | null,
  ) {
    super(`the event stream was refused with ${status}`);
  }
}

/** Follows the event log until the signal aborts; after a loss it resumes behind the last event, so nothing is missed. */
export async function followEvents(options: StreamOptions): Promise<void> {
  let position = '';
  let failures = 0;
  let isRejected = false;
  options.onState('connecting');
  const hasEnded = () => options.signal.aborted;
  while (!hasEnded()) {
    let waitMs = RETRY_MS.min;
    try {
      const token = await options.token(isRejected);
      isRejected = false;
      const parser = new EventParser();
      await readStream(options, { token, position, parser }, (id) => {
        position = id;
        failures = 0;
      });
      waitMs = parser.retryMs ?? RETRY_MS.min;
    } catch (error) {
      if (hasEnded()) return;
      failures += 1;
      waitMs = Math.min(RETRY_MS.max, RETRY_MS.min * 2 ** (failures - 1));
      if (error instanceof Refused) {
        // A token that was refused at once is renewed at once; the second time in a row it waits.
        isRejected = error.status === 401;
        if (isRejected && failures === 1) continue;
        if (error.status === 400 || error.status === 422) {
          position = '';
          options.onGap();
        }
        waitMs = Math.max(waitMs, error.retryAfterMs ?? 0);
      }
      options.onState(error instanceof Refused && error.status === 429 ? 'refused' : 'lost');
    }
    await pause(waitMs, options);
  }
}

interface Attempt {
  token: string;
  position: string;
  parser: EventParser;
}

/** Resolves when the server ends the stream, as it does when a credential expires. */
async function readStream(
  { url, onEvent, onState, onGap, signal }: StreamOptions,
  { token, position, parser }: Attempt,
  onPosition: (id: string) => void,
): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const response = await fetch(url, {
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'text/event-stream',
        ...(position === '' ? {} : { 'last-event-id': position }),
      },
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (response.status !== 200 || response.body === null)
      throw new Refused(response.status, retryAfterOf(response));
    onState('live');
    // What was read before the stream began may have changed in between.
    if (position === '') onGap();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      for (const { id, data } of parser.push(value)) {
        if (data !== '') onEvent(JSON.parse(data));
        if (id !== '') onPosition(id);
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

function retryAfterOf({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : null;
}

/** Ends early when the network is back. */
function pause(ms: number, { signal, network }: StreamOptions): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      network.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    network.addEventListener('online', end);
  });
}
