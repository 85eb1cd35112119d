import type { ReportResource } from '@parley/contracts';
import { tenantStatement } from '@parley/persistence';
import type { Change } from './report-facts.rules.ts';

export type RecordState = 'present' | 'merged' | 'deleted';

/** Locks the row of a record, which is made first if it is missing. Changes of one record are stored one after the other. */
export const lockRecord = tenantStatement<{ state: RecordState; first_reply_at: Date | null }>(
  'report_record.lock',
  `insert into report_record as known (workspace_id, mode, resource, id) values ($1, $2, $3, $4)
   on conflict (workspace_id, mode, resource, id) do update set state = known.state
   returning state, first_reply_at`,
);

/** No row if a later event has said more, or the record is deleted. */
export const setState = tenantStatement<{ state: RecordState }>(
  'report_record.set_state',
  `insert into report_record as known (workspace_id, mode, resource, id, state, state_place) values ($1, $2, $3, $4, $5, $6)
   on conflict (workspace_id, mode, resource, id) do update set state = excluded.state, state_place = excluded.state_place
    where known.state <> 'deleted' and (known.state_place < excluded.state_place or excluded.state = 'deleted')
   returning state`,
);

export const setFirstReply = tenantStatement<never>(
  'report_record.set_first_reply',
  `update report_record set first_reply_at = least(first_reply_at, $5::timestamptz)
    where workspace_id = $1 and mode = $2 and resource = $3 and id = $4`,
);

const VALUES =
  'at, created_at, is_open, team_id, assignee_id, inbox_id, channel, tags, first_responded_at, sla_outcome, sla_outcome_at';

/** The same event again changes nothing, unless it brings the place that a rebuild did not know; `from` is then the lower of both. */
export const addChange = tenantStatement<{ place: string }>(
  'report_change.add',
  `with known as (
     select place from report_change
      where workspace_id = $1 and mode = $2 and resource = $3 and record_id = $4 and event_id = $5),
   added as (
     insert into report_change (workspace_id, mode, resource, record_id, event_id, place, ${VALUES})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
     on conflict (workspace_id, mode, resource, record_id, event_id) do update set place = excluded.place
      where report_change.place <> excluded.place
     returning place)
   select least(added.place, known.place) as place from added left join known on true`,
);

/** The changes from a place on, behind the one before it. */
export const readChanges = tenantStatement<Change & { place: string }>(
  'report_change.read',
  `select event_id, place, ${VALUES} from report_change
    where workspace_id = $1 and mode = $2 and resource = $3 and record_id = $4 and place >= coalesce((
      select max(place) from report_change
       where workspace_id = $1 and mode = $2 and resource = $3 and record_id = $4 and place < $5), '')
    order by place`,
);

export const deleteFacts = tenantStatement<never>(
  'report_fact.delete',
  `delete from report_fact
    where workspace_id = $1 and mode = $2 and resource = $3 and record_id = $4 and event_id = any($5::uuid[])`,
);

/** The time in which a record was open, as it was before a change, ends with the change. */
export const endOpen = tenantStatement<never>(
  'report_fact.end_open',
  `update report_fact set until = $6
    where workspace_id = $1 and mode = $2 and resource = $3 and record_id = $4 and event_id = $5 and type = 'open'
      and until <> $6`,
);

const OWNED = 'team_id, assignee_id, inbox_id, channel, tags';

/** How facts are read from JSON. */
const FACT = {
  columns: `(event_id uuid, type text, at timestamptz, until timestamptz, seconds int, team_id uuid, assignee_id uuid, inbox_id uuid,
    channel text, tags text[])`,
  values: `fact.event_id, fact.type, fact.at, coalesce(fact.until, 'infinity'), fact.seconds, ${OWNED.replaceAll(/\w+/g, 'fact.$&')}`,
};

export const addFacts = tenantStatement<never>(
  'report_fact.add',
  `insert into report_fact (workspace_id, mode, resource, record_id, event_id, type, at, until, seconds, ${OWNED}, is_counted)
   select $1, $2, $3, $4, ${FACT.values}, $5 from jsonb_to_recordset($6) as fact ${FACT.columns}`,
);

/**
 * Stores the creation of records of which nothing is known, and the facts that follow: one statement for all of a batch, because most
 * events are creations or follow one. Returns the records that it stored; those of which something is known are left out.
 */
export const addCreated = tenantStatement<RecordKey>(
  'report_record.add_created',
  `with given as (
     select resource, id, event_id, place, facts, ${VALUES}
       from jsonb_to_recordset($3) as given (resource text, id uuid, event_id uuid, place text, facts jsonb, at timestamptz,
         created_at timestamptz, is_open boolean, team_id uuid, assignee_id uuid, inbox_id uuid, channel text, tags text[],
         first_responded_at timestamptz, sla_outcome text, sla_outcome_at timestamptz)),
   added as (
     insert into report_record (workspace_id, mode, resource, id) select $1, $2, resource, id from given order by id
     on conflict (workspace_id, mode, resource, id) do nothing returning resource, id),
   changes as (
     insert into report_change (workspace_id, mode, resource, record_id, event_id, place, ${VALUES})
     select $1, $2, resource, id, event_id, place, ${VALUES} from given join added using (resource, id)),
   facts as (
     insert into report_fact (workspace_id, mode, resource, record_id, event_id, type, at, until, seconds, ${OWNED}, is_counted)
     select $1, $2, resource, id, ${FACT.values}, true
       from given join added using (resource, id), jsonb_to_recordset(given.facts) as fact ${FACT.columns})
   select resource, id from added`,
);

/** Stores the first reply in a conversation with whom the conversation belonged to at the time. */
export const storeFirstReply = tenantStatement<never>(
  'report_fact.store_first_reply',
  `insert into report_fact (workspace_id, mode, resource, record_id, event_id, type, at, seconds, ${OWNED}, is_counted)
   select $1, $2, $3, $4, $4, 'first_response', r.first_reply_at,
          greatest(0, floor(extract(epoch from r.first_reply_at - c.created_at)))::int, ${OWNED.replaceAll(/\w+/g, 'c.$&')},
          r.state = 'present'
     from report_record r, lateral (
       select c.created_at, ${OWNED.replaceAll(/\w+/g, 'c.$&')} from report_change c
        where c.workspace_id = r.workspace_id and c.mode = r.mode and c.resource = r.resource and c.record_id = r.id
        order by c.at <= r.first_reply_at desc, case when c.at <= r.first_reply_at then c.place end desc, c.place
        limit 1) c
    where r.workspace_id = $1 and r.mode = $2 and r.resource = $3 and r.id = $4 and r.first_reply_at is not null
   on conflict (workspace_id, mode, resource, record_id, event_id, type) do update set at = excluded.at, seconds = excluded.seconds,
     team_id = excluded.team_id, assignee_id = excluded.assignee_id, inbox_id = excluded.inbox_id, tags = excluded.tags,
     is_counted = excluded.is_counted`,
);

export const countFacts = tenantStatement<never>(
  'report_fact.count',
  `update report_fact set is_counted = $5
    where workspace_id = $1 and mode = $2 and resource = $3 and record_id = $4 and is_counted <> $5`,
);

export const deleteFactsOfRecord = tenantStatement<never>(
  'report_fact.delete_of_record',
  'delete from report_fact where workspace_id = $1 and mode = $2 and resource = $3 and record_id = $4',
);

export const deleteChangesOfRecord = tenantStatement<never>(
  'report_change.delete_of_record',
  'delete from report_change where workspace_id = $1 and mode = $2 and resource = $3 and record_id = $4',
);

export interface RecordKey {
  resource: ReportResource;
  id: string;
}
