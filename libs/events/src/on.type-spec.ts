// Compile-time tests: `npm run check` fails when one of these stops being an error.
import {
  contactCreated,
  ticketCreated,
  ticketUpdated,
  userUpdated,
  webhookEvents,
  type EventOf,
  type TenantEvent,
} from '@parley/contracts';
import type {
  EmittingTransaction,
  TenantOrWorkspaceContext,
  TenantContext,
  WorkspaceContext,
} from '@parley/runtime/context';
import type { Transaction } from '@parley/persistence';
import { On, OnBatch, type BatchItem } from './on.ts';

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
  any(event: EventOf<TenantEvent>): Promise<void> {
    return take(event.data.id);
  }

  @On(userUpdated)
  workspace({ mode }: EventOf<typeof userUpdated>, _tx: Transaction<WorkspaceContext>): Promise<void> {
    const none: null = mode;
    return take(String(none));
  }

  @On([ticketCreated, userUpdated])
  both(
    event: EventOf<typeof ticketCreated | typeof userUpdated>,
    _tx: Transaction<TenantOrWorkspaceContext>,
  ): Promise<void> {
    return take(event.data.id);
  }

  @On(ticketCreated)
  lessThanTheEvent(event: { data: { id: string } }): Promise<void> {
    return take(event.data.id);
  }
}

export class RightBatches {
  @OnBatch([ticketCreated, ticketUpdated])
  several(
    batch: readonly BatchItem<EventOf<typeof ticketCreated | typeof ticketUpdated>, Transaction>[],
  ): Promise<void> {
    return take(batch[0]?.event.data.subject);
  }

  @OnBatch(userUpdated)
  workspace(
    batch: readonly BatchItem<EventOf<typeof userUpdated>, Transaction<WorkspaceContext>>[],
  ): Promise<void> {
    return take(batch[0]?.tx.workspace);
  }
}

export class WrongBatches {
  // @ts-expect-error the event of a workspace has no tenant
  @OnBatch(userUpdated)
  tenantOfAWorkspace(_batch: readonly BatchItem<EventOf<typeof userUpdated>, Transaction>[]): Promise<void> {
    return Promise.resolve();
  }

  // @ts-expect-error one of the two events is not taken
  @OnBatch([ticketCreated, userUpdated])
  oneOfTwo(
    _batch: readonly BatchItem<EventOf<typeof ticketCreated>, Transaction<TenantOrWorkspaceContext>>[],
  ): Promise<void> {
    return Promise.resolve();
  }

  // @ts-expect-error it is given several
  @OnBatch(ticketCreated)
  single(_event: EventOf<typeof ticketCreated>): Promise<void> {
    return Promise.resolve();
  }
}

export class WrongSubscribers {
  // @ts-expect-error the event of a workspace has no tenant
  @On(userUpdated)
  tenantOfAWorkspace(_event: EventOf<typeof userUpdated>, _tx: Tx): Promise<void> {
    return Promise.resolve();
  }

  // @ts-expect-error nor has the transaction of this class
  @On(userUpdated)
  tenantTransaction(_event: EventOf<typeof userUpdated>, _tx: Transaction): Promise<void> {
    return Promise.resolve();
  }

  // @ts-expect-error the event of a tenant is of one mode
  @On(ticketCreated)
  workspaceOfATenant(
    _event: EventOf<typeof ticketCreated>,
    _tx: EmittingTransaction<WorkspaceContext>,
  ): Promise<void> {
    return Promise.resolve();
  }

  // @ts-expect-error one of the two events has no tenant
  @On([ticketCreated, userUpdated])
  tenantOfBoth(_event: EventOf<typeof ticketCreated> | EventOf<typeof userUpdated>, _tx: Tx): Promise<void> {
    return Promise.resolve();
  }

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
