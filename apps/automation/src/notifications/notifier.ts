import { Injectable } from '@nestjs/common';
import { uuidOf, type Actor, type Id, type NotificationCause } from '@parley/contracts';
import { newUuid } from '@parley/runtime/records';
import type { Transaction } from '@parley/persistence';
import type { RecordKind } from '../assignment/assignment.queries.ts';
import * as queries from './notifications.queries.ts';
import { PushConfig } from './push/push.config.ts';
import * as push from './push/push.queries.ts';

/** A record of which a user is to know; its id is a uuid. */
export interface Subject {
  readonly kind: RecordKind;
  readonly id: string;
}

export interface Occasion {
  readonly cause: NotificationCause;
  /** Id and actor of the event that it is about. */
  readonly event: { readonly id: Id<'event'>; readonly actor: Actor };
  readonly message?: Id<'message'>;
  /** Whom to notify, and of which record. Ids are uuids. */
  readonly recipients: ReadonlyMap<string, Subject>;
}

/** Writes notifications, with what is to be pushed of them. */
@Injectable()
export class Notifier {
  constructor(private readonly config: PushConfig) {}

  /** Notifies users of an event, each at most once for its cause, and nobody of what they have done themselves. */
  async notify(tx: Transaction, { cause, event, message, recipients }: Occasion): Promise<void> {
    const told = [...recipients].filter(([user]) => !isBy(event.actor, user));
    if (told.length === 0) return;
    const users = told.map(([user]) => user);
    const added = await tx.query(queries.addNotifications, [
      cause,
      uuidOf('event', event.id),
      message === undefined ? null : uuidOf('message', message),
      told.map(() => newUuid()),
      users,
      told.map(([, { kind }]) => kind),
      told.map(([, { id }]) => id),
      new Date(),
    ]);
    if (added.length === 0) return;
    await tx.query(queries.trimNotifications, [added.map(({ user_id: user }) => user)]);
    await this.#queue(tx, added);
  }

  /** Test mode sends nothing. */
  async #queue(tx: Transaction, added: readonly queries.Notified[]): Promise<void> {
    const pushed = added.filter(({ is_pushed: isPushed }) => isPushed);
    if (pushed.length === 0 || tx.ctx.tenant.mode !== 'live' || this.config.vapid === null) return;
    // Their rows before their messages: what ends a lease sees every message, or the due time that this sets.
    const users = pushed.map(({ user_id: user }) => user);
    if ((await tx.query(push.lockDevicesOfUsers, [users])).length === 0) return;
    await tx.query(push.addMessages, [pushed.map(({ id }) => id), users, new Date()]);
    await tx.query(push.wakeDevices, [users]);
  }
}

const isBy = ({ type, id }: Actor, user: string): boolean =>
  type === 'user' && id !== null && uuidOf('user', id as Id<'user'>) === user;
