/** One Server-Sent Event; `data` is empty where the server only tells the position in the log. */
export interface ServerSentEvent {
  id: string;
  data: string;
}

/** Reads a stream of Server-Sent Events as the HTML standard says, whatever the size of its chunks. */
export class EventParser {
  /** How long the server asks to wait before a reconnection, in milliseconds; `null` until it does. */
  retryMs: number | null = null;
  #rest = '';
  #id = '';
  #data: string[] = [];

  /** The events that are complete with this chunk. */
  push(chunk: string): ServerSentEvent[] {
    const events: ServerSentEvent[] = [];
    const text = this.#rest + chunk;
    // A carriage return at the end may be the first half of a line end.
    const end = text.endsWith('\r') ? text.length - 1 : text.length;
    const lines = text.slice(0, end).split(/\r\n|\n|\r/);
    this.#rest = (lines.pop() ?? '') + text.slice(end);
    for (const line of lines) {
      if (line === '') this.#dispatch(events);
      else this.#readField(line);
    }
    return events;
  }

  #readField(line: string): void {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'id' && !value.includes('\0')) this.#id = value;
    else if (name === 'data') this.#data.push(value);
    else if (name === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value);
  }

  #dispatch(events: ServerSentEvent[]): void {
    events.push({ id: this.#id, data: this.#data.join('\n') });
    this.#data = [];
  }
}
