import { encodeId, uuidOf, type Id, type NotificationCause } from '@parley/contracts';
import type { Database } from '@parley/persistence';
import type { TenantContext } from '@parley/runtime/context';
import { newId, newUuid } from '@parley/runtime/records';
import { Notifier } from './notifier.ts';
import { PushConfig } from './push/push.config.ts';

const notifier = new Notifier(new PushConfig({}));

/** Notifies a user of a new ticket, whose id it returns. */
export async function notify(
  db: Database,
  ctx: TenantContext,
  user: Id<'user'>,
  cause: NotificationCause = 'assigned',
): Promise<Id<'ticket'>> {
  const ticket = newUuid();
  const event = { id: newId('event'), actor: { type: 'system', id: null, credential: null } } as const;
  const recipients = new Map([[uuidOf('user', user), { kind: 'ticket', id: ticket } as const]]);
  await db.transaction(ctx, (tx) => notifier.notify(tx, { cause, event, recipients }));
  return encodeId('ticket', ticket);
}
