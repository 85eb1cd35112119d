import type { Type } from '@nestjs/common';
import { Selection } from '@parley/persistence';
import type { RecordRow } from '../records/record.entity.ts';

const OF_TENANT = 'workspace_id = $1 and mode = $2';

/** The id of the record that answers for the record with an id, as SQL: its own, unless it was merged into another one. */
export const survivorOf = (table: string, id: string): string =>
  `coalesce((select m.survivor_id from merged_${table} m where m.workspace_id = $1 and m.mode = $2 and m.id = ${id}::uuid), ${id}::uuid)`;

/** The ids of the records that answer for those with the ids of an array, as SQL. */
export const survivorsOf = (table: string, ids: string): string =>
  `array(select coalesce(m.survivor_id, asked.id) from unnest(${ids}::uuid[]) asked(id)
     left join merged_${table} m on m.workspace_id = $1 and m.mode = $2 and m.id = asked.id)`;

/** The texts of the statements that merge the records of a table, and undo it. */
export function mergeStatements(entity: Type<RecordRow>) {
  const { table, columns } = Selection.of(entity);
  const merged = `merged_${table}`;
  const names = columns.join(', ');
  return {
    /** The records among `$3` that were merged, with what answers for them. */
    survivors: `select id, survivor_id from ${merged} where ${OF_TENANT} and id = any($3::uuid[])`,
    /** All that `$3` answers for, as it was. */
    ofSurvivor: `select id, merged_at, record, gained from ${merged} where ${OF_TENANT} and survivor_id = $3 order by id`,
    /** Moves the rows `$3` out of the table, for the survivor `$4`, which gained at `$5` what `$6` has by their ids. In one, because rows are counted by each statement in an order. */
    take: `with taken as (delete from ${table} where ${OF_TENANT} and id = any($3::uuid[]) returning ${names})
      insert into ${merged} (workspace_id, mode, id, survivor_id, contact_id, external_id, merged_at, record, gained)
      select workspace_id, mode, id, $4::uuid, contact_id, external_id, $5::timestamptz, to_jsonb(taken), $6::jsonb->taken.id::text from taken`,
    /** Has `$4` answer for what the records `$3` answered for. */
    redirect: `update ${merged} set survivor_id = $4 where ${OF_TENANT} and survivor_id = any($3::uuid[])`,
    /** Moves the rows `$3` back, with the values that `$4` has by their ids in place of their own. */
    restore: `with taken as (delete from ${merged} where ${OF_TENANT} and id = any($3::uuid[]) returning id, record)
      insert into ${table} (${names})
      select ${names
        .split(', ')
        .map((name) => `r.${name}`)
        .join(', ')}
        from taken, jsonb_populate_record(null::${table}, taken.record || ($4::jsonb->taken.id::text)) r`,
    /** Has `$4` answer for the records `$3`. */
    reassign: `update ${merged} set survivor_id = $4 where ${OF_TENANT} and id = any($3::uuid[])`,
    /** Removes all that `$3` answered for. */
    forget: `delete from ${merged} where ${OF_TENANT} and survivor_id = $3 returning id, contact_id`,
  };
}
