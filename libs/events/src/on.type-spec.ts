// Compile-time tests: `npm run types` fails when one of these stops being an error.
import {
  contactCreated,
  ticketCreated,
  ticketUpdated,
  userUpdated,
  webhookEvents,
  type EventDefinition,
  type EventOf,
} from '@parley/contracts';
import type { EmittingTransaction, TenantContext } from '@parley/kernel';
import { On } from './on.ts';

type Tx = EmittingTransaction<TenantContext>;
declare function take(text: string | undefined): Promise<void>;

export class RightSubscribers {
  @On(ticketCreated)
  one({ data }: EventOf<typeof ticketCreated>, _tx: Tx): Promise<void> {
    return take(data.subject);
  }

  @On([ticketCreated, ticketUpdated])
  several(event: EventOf<typeof ticketCreated> | EventOf<typeof ticketUpdated>): Promise<void> {
    return take(event.previous?.subject);
  }

  @On(webhookEvents)
  any(event: EventOf<EventDefinition>): Promise<void> {
    return take(event.data.id);
  }

  @On(ticketCreated)
  lessThanTheEvent(event: { data: { id: string } }): Promise<void> {
    return take(event.data.id);
  }
}

export class WrongSubscribers {
  // @ts-expect-error a ticket event carries no contact
  @On(ticketCreated)
  otherEvent(_event: EventOf<typeof contactCreated>): Promise<void> {
    return Promise.resolve();
  }

  // @ts-expect-error one of the two events is not taken
  @On([ticketCreated, userUpdated])
  oneOfTwo(_event: EventOf<typeof ticketCreated>): Promise<void> {
    return Promise.resolve();
  }

  // @ts-expect-error the data has no such field
  @On(ticketCreated)
  otherData(_event: { data: { email: string } }): Promise<void> {
    return Promise.resolve();
  }

  // @ts-expect-error nobody waits for what it does
  @On(ticketCreated)
  notAPromise(_event: EventOf<typeof ticketCreated>): boolean {
    return true;
  }

  // @ts-expect-error an operation is no event
  @On({ kind: 'operation' })
  notAnEvent(): Promise<void> {
    return Promise.resolve();
  }
}
