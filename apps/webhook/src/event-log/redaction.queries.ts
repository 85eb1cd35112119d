import { messageCreated, messageRedacted } from '@parley/contracts';
import { systemStatement, tenantStatement } from '@parley/persistence';

export const findMessageEvents = tenantStatement<{ day: string; id: string; body: Buffer }>(
  'event_log.find_message',
  `select day::text as day, id, body from event
    where workspace_id = $1 and mode = $2 and (day, id) in (
      select day, id from event_log
       where workspace_id = $1 and mode = $2 and subject = $3 and type = '${messageCreated.type}')
      for update`,
);

/** Replaces the bodies of events by day `$3` and id `$4` with `$5`, and empties the responses of receivers, which may repeat them. */
export const replaceBodies = tenantStatement<never>(
  'event_log.replace_bodies',
  `with input as (select * from unnest($3::date[], $4::uuid[], $5::bytea[]) as input(day, id, body)),
   replaced as (
     update event set body = input.body from input
      where event.day = input.day and event.id = input.id and event.workspace_id = $1 and event.mode = $2)
   update attempt set response_snippet = ''
    where delivery_id in (
      select delivery_id(input.id, webhook.id) from input cross join webhook
       where webhook.workspace_id = $1 and webhook.mode = $2)`,
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
