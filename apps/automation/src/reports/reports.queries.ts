import { tenantStatement } from '@parley/persistence';

/** The value of a fact that it is grouped by; several for one with several tags. `$4` is null without groups. */
const KEY = `case $4::text when 'team' then f.team_id::text when 'assignee' then f.assignee_id::text
  when 'inbox' then f.inbox_id::text when 'channel' then f.channel when 'tag' then tag.name end`;
const TAGS = `left join lateral unnest(case when $4::text = 'tag' then f.tags end) as tag (name) on true`;

export interface MeasuredRow {
  /** Number of the interval, from 1. */
  interval: number;
  key: string | null;
  count: number;
  met: number;
  median: number | null;
  p90: number | null;
}

/** `$5`: types of facts; `$6`: bounds of the intervals; `$7`: the most rows. Percentiles are those of the nearest rank. */
export const measureFacts = tenantStatement<MeasuredRow>(
  'report_fact.measure',
  `select width_bucket(f.at, $6::timestamptz[]) as interval, ${KEY} as key, count(*)::int as count,
          (count(*) filter (where f.type = 'sla_met'))::int as met,
          percentile_disc(0.5) within group (order by f.seconds) as median,
          percentile_disc(0.9) within group (order by f.seconds) as p90
     from report_fact f ${TAGS}
    where f.workspace_id = $1 and f.mode = $2 and f.resource = $3 and f.type = any($5::text[]) and f.is_counted and f.type <> 'open'
      and f.at >= ($6::timestamptz[])[1] and f.at < ($6::timestamptz[])[array_upper($6::timestamptz[], 1)]
    group by 1, 2 limit $7`,
);

export interface OpenRow {
  /** The first end of an interval at which the records are open, from 0; each end is that of the interval of its number. */
  first_end: number;
  /** The first end at which they are not any more. */
  last_end: number;
  key: string | null;
  count: number;
}

/** How many records were open at which ends `$5` of intervals. */
export const countOpen = tenantStatement<OpenRow>(
  'report_fact.count_open',
  `select first_end, last_end, key, count(*)::int as count from (
     select width_bucket(f.at, $5::timestamptz[]) as first_end, width_bucket(f.until, $5::timestamptz[]) as last_end, ${KEY} as key
       from report_fact f ${TAGS}
      where f.workspace_id = $1 and f.mode = $2 and f.resource = $3 and f.is_counted and f.type = 'open'
        and f.until >= ($5::timestamptz[])[1] and f.at < ($5::timestamptz[])[array_upper($5::timestamptz[], 1)]) open
    where first_end < last_end group by 1, 2, 3 limit $6`,
);
