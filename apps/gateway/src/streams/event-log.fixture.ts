import type { ReadEvent } from '@parley/contracts';
import type { HandlerResult } from '@parley/runtime/handlers';
import type { Call, FakeTicketService } from '../gateway.fixture.ts';

type Reads = { logs: { after: string }[] };

/** Position of an event by its number, from 1 on. */
export const positionOf = (number: number): string =>
  `${String(number).padStart(16, '0')}-${'0'.repeat(26)}-20261121`;

/** An event log in memory, in place of that of the webhook service. */
export class FakeEventLog {
  readonly #events: ReadEvent[] = [];
  /** How often it was read, and how many logs at a time. */
  readonly reads: number[] = [];

  constructor(service: FakeTicketService) {
    service.answer = (call) => Promise.resolve(this.#answer(call));
  }

  /** Logs an event with this much text. */
  add(length = 10): void {
    const number = this.#events.length + 1;
    const body = JSON.stringify({ id: `evt_${number}`, event: 'ticket.created', data: 'x'.repeat(length) });
    const head = { type: 'ticket.created', resource: 'ticket_1', credential: null };
    this.#events.push({ position: positionOf(number), ...head, body });
  }

  #answer({ procedureId, input }: Call): HandlerResult {
    if (procedureId === 'event.open_log') {
      const { after } = input as { after: string | null };
      const position = after ?? positionOf(this.#events.length);
      return { value: { position: position === '0' ? positionOf(0) : position }, replayed: false };
    }
    const { logs } = input as Reads;
    this.reads.push(logs.length);
    const read = logs.map(({ after }) => {
      const events = this.#events.filter(({ position }) => position > after).slice(0, 100);
      return {
        events,
        position: events.at(-1)?.position ?? after,
        is_end: events.length < 100,
        presence: [],
      };
    });
    return { value: { logs: read }, replayed: false };
  }
}
