import { messageCreated, messageDeliveryUpdated, messageRedacted, messageUpdated } from '@parley/contracts';
import { systemStatement, tenantStatement } from '@parley/persistence';

/** Events whose data has what a redaction removes. */
export const REDACTABLE: readonly string[] = [
  messageCreated.type,
  messageDeliveryUpdated.type,
  messageUpdated.type,
];

export const findMessageEvents = tenantStatement<{ day: string; id: string; body: Buffer }>(
  'event_log.find_message',
  `select day::text as day, id, body from event
    where workspace_id = $1 and mode = $2 and (day, id) in (
      select day, id from event_log
       where workspace_id = $1 and mode = $2 and subject = $3
          and type in ('${REDACTABLE.join(`', '`)}'))
      for update`,
);

/** Replaces the bodies of events by day `$3` and id `$4` with `$5`. */
export const replaceBodies = tenantStatement<never>(
  'event_log.replace_bodies',
  `update event set body = input.body, is_redacted = true
     from unnest($3::date[], $4::uuid[], $5::bytea[]) as input(day, id, body)
    where event.day = input.day and event.id = input.id and event.workspace_id = $1 and event.mode = $2`,
);

/** Empties what receivers answered to events by day `$3` and id `$4`, which may repeat them. */
export const forgetResponses = tenantStatement<never>(
  'event_log.forget_responses',
  'select forget_responses($1, $2, $3::date[], $4::uuid[])',
);

/** Which of some messages (`$1` to `$4`) are redacted, by place from 1. Part of `storeEvents` it would add half a millisecond. */
export const findRedacted = systemStatement<{ place: string }>(
  'event_log.find_redacted',
  'a batch has events of many tenants; each is looked for in its own tenant',
  `select place from unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[])
       with ordinality as input(workspace_id, mode, subject, recorded_at, place)
    where exists (
      select from event_log later
       where later.workspace_id = input.workspace_id and later.mode = input.mode and later.subject = input.subject
         and later.type = '${messageRedacted.type}' and later.day >= input.recorded_at::date - 1)`,
);
