import { errorOf, MOVED_MESSAGES_MAX, PARTICIPANTS_MAX, type MailAddress } from '@parley/contracts';
import { addressKey } from '@parley/mail-text';
import { refusedAt } from '@parley/projections';
import type { Activity } from '../activity.rules.ts';
import type { ConversationRow } from '../conversation.entity.ts';
import type { ConversationWithSummaries } from '../conversations.queries.ts';

/** Throws 422 unless conversations are all of one contact, and have not too many messages to move. */
export function requireMergeable(
  survivor: Pick<ConversationRow, 'contact_id'>,
  others: readonly Pick<ConversationRow, 'contact_id' | 'messages_count'>[],
): void {
  const stranger = others.findIndex(({ contact_id: contact }) => contact !== survivor.contact_id);
  if (stranger >= 0) throw refusedAt('from_ids', stranger, 'must be a conversation of the same contact');
  const messages = others.reduce((sum, { messages_count: count }) => sum + count, 0);
  if (messages <= MOVED_MESSAGES_MAX) return;
  const message = `must have at most ${MOVED_MESSAGES_MAX} messages together`;
  throw errorOf([{ code: 'too_many_items', param: 'from_ids', message }]);
}

/** The participants of several conversations; of too many, the latest of the first one. */
export function participantsOf(
  survivor: Pick<ConversationWithSummaries, 'participants' | 'contact_email'>,
  others: readonly Pick<ConversationRow, 'participants'>[],
): MailAddress[] {
  const known = new Set(survivor.contact_email === null ? [] : [addressKey(survivor.contact_email)]);
  const all = [...others.flatMap(({ participants }) => participants)].filter(
    ({ address }) => !survivor.participants.some((own) => addressKey(own.address) === addressKey(address)),
  );
  return [...all, ...survivor.participants]
    .filter(({ address }) => {
      const key = addressKey(address);
      return !known.has(key) && known.add(key);
    })
    .slice(-PARTICIPANTS_MAX);
}

/** The activity of several conversations as one. The contact waits since it began to wait in one of them. */
export function mergedActivity(all: readonly Activity[]): Activity {
  const [last] = all
    .filter(({ last_message_at: at }) => at !== null)
    .toSorted((a, b) => Number(b.last_message_at) - Number(a.last_message_at));
  const waiting = all.flatMap(({ waiting_since: since }) => since?.getTime() ?? []);
  return {
    last_message_at: last?.last_message_at ?? null,
    last_message_by: last?.last_message_by ?? null,
    messages_count: all.reduce((sum, { messages_count: count }) => sum + count, 0),
    waiting_since: waiting.length === 0 ? null : new Date(Math.min(...waiting)),
  };
}

/** The activity of the messages that a conversation has now. Where nobody waited, nobody waits: imported mails are waited for by nobody. */
export const activityNow = (before: Pick<Activity, 'waiting_since'>, stored: Activity): Activity => ({
  ...stored,
  waiting_since: before.waiting_since === null ? null : stored.waiting_since,
});
