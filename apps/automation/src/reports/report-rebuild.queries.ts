import { tenantStatement } from '@parley/persistence';
import { LOCKED_MAX } from '../rebuilding/record-pages.ts';
import type { RecordState } from './report-facts.queries.ts';
import type { Change } from './report-facts.rules.ts';

/** Where an event of the log belongs, whose sequence is not in it: behind what has a lower id. `known`: nothing is to be stored. */
export const findPlace = tenantStatement<{ known: boolean; floor: string }>(
  'report_change.find_place',
  `select coalesce(bool_or(event_id = $5), false) or exists (select from report_record r
            where r.workspace_id = $1 and r.mode = $2 and r.resource = $3 and r.id = $4 and r.state = 'deleted') as known,
          coalesce(max(place) filter (where event_id < $5), '') as floor
     from report_change where workspace_id = $1 and mode = $2 and resource = $3 and record_id = $4`,
);

export interface KnownRecord {
  id: string;
  state: RecordState;
}

/** What is known of the records behind an id and up to another one, which no event changes meanwhile. */
export const lockKnown = tenantStatement<KnownRecord>(
  'report_record.lock_known',
  `select id, state from report_record
    where workspace_id = $1 and mode = $2 and resource = $3 and id > $4 and id <= $5 order by id limit ${LOCKED_MAX} for update`,
);

/** The last change of each of some records. */
export const findLastChanges = tenantStatement<
  Pick<
    Change,
    'is_open' | 'team_id' | 'assignee_id' | 'inbox_id' | 'tags' | 'first_responded_at' | 'sla_outcome'
  > & { record_id: string; place: string }
>(
  'report_change.find_last',
  `select r.id as record_id, c.place, c.is_open, c.team_id, c.assignee_id, c.inbox_id, c.tags, c.first_responded_at, c.sla_outcome
     from unnest($4::uuid[]) r (id), lateral (
       select place, is_open, team_id, assignee_id, inbox_id, tags, first_responded_at, sla_outcome from report_change
        where workspace_id = $1 and mode = $2 and resource = $3 and record_id = r.id order by place desc limit 1) c`,
);

export const correctState = tenantStatement<never>(
  'report_record.correct_state',
  `update report_record set state = $5
    where workspace_id = $1 and mode = $2 and resource = $3 and id = $4 and state <> 'deleted'`,
);
