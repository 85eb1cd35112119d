import { afterAll, expect, it } from '@jest/globals';
import { NOTIFICATION_DAYS, NOTIFICATIONS_MAX, uuidOf, type Id } from '@parley/contracts';
import { newId } from '@parley/runtime/records';
import { newTenant, TestStore } from '@parley/testing';
import { automationDatabase } from '../automation.database.ts';
import { notify as notifyIn } from './notifier.fixture.ts';
import { NotificationRetention } from './retention.ts';

const store = await TestStore.open(automationDatabase);
afterAll(() => store.close());
const notify = notifyIn.bind(null, store.db);

/** Adds copies of what a user has, each a minute older than the one before. */
const copy = (user: Id<'user'>, count: number) =>
  store.database.query(
    `insert into automation.notification (workspace_id, mode, id, version, user_id, cause, event_id, kind, record_id, is_shown,
       awaits_mail, created_at, updated_at)
     select workspace_id, mode, gen_random_uuid(), 1, user_id, cause, gen_random_uuid(), kind, record_id, is_shown, false,
       created_at - make_interval(mins => n), now()
     from automation.notification, generate_series(1, $2::int) n where user_id = $1`,
    [uuidOf('user', user), count],
  );
const kept = async (user: Id<'user'>) =>
  (
    await store.database.query<{ count: number; minutes: number }>(
      `select count(*)::int as count, coalesce(round(extract(epoch from max(created_at) - min(created_at)) / 60), 0)::int as minutes
         from automation.notification where user_id = $1`,
      [uuidOf('user', user)],
    )
  )[0];

it(`a user keeps the newest ${NOTIFICATIONS_MAX} notifications, and others keep theirs`, async () => {
  const [ctx, user, other] = [newTenant(), newId('user'), newId('user')];
  await notify(ctx, other);
  await notify(ctx, user);
  await copy(user, NOTIFICATIONS_MAX - 1);
  expect(await kept(user)).toEqual({ count: NOTIFICATIONS_MAX, minutes: NOTIFICATIONS_MAX - 1 });
  await notify(ctx, user);
  expect(await kept(user)).toEqual({ count: NOTIFICATIONS_MAX, minutes: NOTIFICATIONS_MAX - 2 });
  expect(await kept(other)).toEqual({ count: 1, minutes: 0 });
});

it(`notifications are deleted after ${NOTIFICATION_DAYS} days`, async () => {
  const [ctx, user] = [newTenant(), newId('user')];
  await notify(ctx, user);
  await copy(user, 2);
  const minutes = NOTIFICATION_DAYS * 24 * 60;
  await store.database.query(
    'update automation.notification set created_at = created_at - make_interval(mins => $2) where user_id = $1',
    // Two of the three are beyond.
    [uuidOf('user', user), minutes - 1],
  );
  await new NotificationRetention(store.db).prune();
  expect(await kept(user)).toMatchObject({ minutes: 0, count: 1 });
});
