import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { encodeId } from '@parley/contracts';
import { inTenant, systemContext } from '@parley/runtime/context';
import { readPage, type ListDefinition } from '@parley/lists';
import { definedStatements, TenantDatabase } from '@parley/persistence';
import { TestDatabase } from '@parley/testing';
import pg from 'pg';
import { contactList } from '../../contact/src/contacts/contacts.queries.ts';
import { conversationList } from '../../conversation/src/conversations/conversations.queries.ts';
import { messageList } from '../../conversation/src/messages/messages.queries.ts';
import { tagList } from '../../conversation/src/tags/tags.queries.ts';
import { teamList } from '../../identity/src/teams/teams.queries.ts';
import { userList } from '../../identity/src/users/users.queries.ts';
import { inboxList } from '../../ticket/src/inboxes/inboxes.queries.ts';
import { ticketListAt } from '../../ticket/src/tickets/tickets.queries.ts';
import { deliveryList } from '../../webhook/src/deliveries/log/delivery-log.queries.ts';
import { eventList } from '../../webhook/src/event-log/events.handlers.ts';
import { webhookList } from '../../webhook/src/webhooks/webhooks.queries.ts';
import { DATABASES } from './services.ts';

/** Tables that cannot be partitioned by workspace, and why; all others can. */
const NOT_OF_A_WORKSPACE: Readonly<Record<string, string>> = {
  attempt: 'a log by day; its rows are found by the delivery',
  contact_form: 'its key is all that is known of the tenant of a submission',
  dead_letter: 'events of all workspaces, until they are replayed',
  delivery: 'the queue of one dispatcher for all workspaces',
  dispatcher: 'processes of the service',
  endpoint_wakeup: 'tells the dispatcher of all workspaces when to look at an endpoint',
  event: 'bodies by day; its rows are found by the delivery and by the log',
  form_submission: 'the token in a link is all that is known of the tenant of a confirmation',
  log_generation: 'database servers that have logged events',
  login_failure: 'counted before the workspace is known',
  mailbox_address: 'an address belongs to one mailbox of the installation',
  mailbox_receiver: 'a token is all that is known of the tenant of a request',
  notice: 'the queue of mails of the product; a link for a password is for accounts in several workspaces',
  notice_count: 'counted by hashes of addresses and workspaces',
  notice_request: 'a queue; the workspace of a link for a password is found later',
  outbox: 'events of all workspaces by hour, for a day',
  outbox_lease: 'shards of all workspaces',
  outbox_relay: 'processes',
  processed_event: 'ids of events alone, for some days',
  schema_migration: 'belongs to the schema',
  sending_domain: 'a verified domain belongs to one workspace of the installation',
  workspace: 'its id is the workspace',
  workspace_wakeup: 'tells the dispatcher when to look at a workspace',
};

const SCHEMAS = DATABASES.map(({ service }) => service);
const WORKSPACE = '01a1b2c3-0000-7000-8000-000000000001';
const CONTACT = 'contact_01h455vb4pex5vsknk084sn02q';
/** Suffix of the two partitions of each table. */
const PARTITION = /__([01])$/;

/** Lists, whose statements are composed, with values of the filters that join or search. */
const LISTS = [
  ['ticket', ticketListAt(new Date()), { tag: ['vip'], contact: [CONTACT], assignee: ['none'] }],
  ['ticket', inboxList, {}],
  ['conversation', conversationList, { tag: ['vip'], contact: [CONTACT], assignee: ['none'] }],
  ['conversation', messageList, { conversation_id: 'conv_01h455vb4pex5vsknk084sn02q' }],
  ['conversation', tagList, {}],
  ['contact', contactList, { email: '*@example.com' }],
  ['identity', userList, {}],
  ['identity', teamList, {}],
  ['webhook', webhookList, {}],
  ['webhook', eventList, { event: ['ticket.created'], resource: ['ticket_01h455vb4pex5vsknk084sn02q'] }],
  ['webhook', deliveryList, { webhook_id: 'wh_01h455vb4pex5vsknk084sn02q' }],
] as const;

interface Table {
  readonly schema: string;
  readonly name: string;
}
const database = await TestDatabase.create(...DATABASES);
const client = new pg.Client({ connectionString: database.url });
await client.connect();
const { rows: tables } = await client.query<Table>(
  `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition order by 1, 2`,
  [SCHEMAS],
);
afterAll(async () => {
  await client.end();
  await database.drop();
});

const ofWorkspaces = (): Table[] => tables.filter(({ name }) => NOT_OF_A_WORKSPACE[name] === undefined);

describe('every table of rows', () => {
  it('names the workspace of a row, unless it is one of the few that do not', async () => {
    const { rows } = await client.query<Table>(
      `select table_schema as schema, table_name as name from information_schema.columns
        where table_schema = any($1) and column_name = 'workspace_id' and is_nullable = 'NO'`,
      [SCHEMAS],
    );
    const named = new Set(rows.map(({ schema, name }) => `${schema}.${name}`));
    expect(ofWorkspaces().filter(({ schema, name }) => !named.has(`${schema}.${name}`))).toEqual([]);
    expect(ofWorkspaces().length).toBeGreaterThan(30);
  });

  it('has the workspace in its primary key, every unique key and every foreign key', async () => {
    const { rows } = await client.query<Table & { key: string }>(
      `with row_table as (
         select c.oid, n.nspname as schema, c.relname as name,
           (select attnum from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id') as workspace
           from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition)
       select t.schema, t.name, pg_get_indexdef(i.indexrelid) as key from row_table t
         join pg_index i on i.indrelid = t.oid and i.indisunique
        where not t.workspace = any(i.indkey::smallint[])
       union all
       select t.schema, t.name, pg_get_constraintdef(f.oid) from row_table t
         join pg_constraint f on f.conrelid = t.oid and f.contype = 'f'
         left join row_table other on other.oid = f.confrelid and other.workspace is not null
        where not exists (
          select from unnest(f.conkey, f.confkey) as pair (here, there)
           where here = t.workspace and (there = other.workspace or other.oid is null))`,
      [SCHEMAS],
    );
    expect(rows.filter(({ name }) => NOT_OF_A_WORKSPACE[name] === undefined)).toEqual([]);
  });

  it('has a primary key', async () => {
    const { rows } = await client.query<Table>(
      `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
          and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
      [SCHEMAS],
    );
    expect(rows.filter(({ name }) => NOT_OF_A_WORKSPACE[name] === undefined)).toEqual([]);
  });
});

describe('partitioned by workspace', () => {
  beforeAll(async () => {
    for (const schema of SCHEMAS) await client.query(`create schema ${schema}_partitioned`);
    for (const { schema, name } of ofWorkspaces()) {
      const table = `${schema}_partitioned.${name}`;
      await client.query(
        `create table ${table} (like ${schema}.${name} including all) partition by hash (workspace_id)`,
      );
      for (const remainder of [0, 1])
        await client.query(
          `create table ${table}__${remainder} partition of ${table} for values with (modulus 2, remainder ${remainder})`,
        );
    }
    await copyViews();
    await client.query('set plan_cache_mode = force_generic_plan');
  });

  it.each(LISTS.map(([schema, list, values]) => [list.name, schema, list, values] as const))(
    '%s reads the partition of its workspace alone',
    async (_name, schema, list, values) => {
      for (const text of await statementsOf(schema, list, values))
        for (const plan of await plansOf(text)) expect([text, othersScanned(plan)]).toEqual([text, []]);
    },
  );

  it('every statement of a tenant or workspace reads its partition alone, in each table that it joins', async () => {
    const excess: string[] = [];
    let pruned = 0;
    for (const { name, text, tenancy } of definedStatements()) {
      if (tenancy === 'system') continue;
      const plans = await plansOf(text);
      if (plans.length === 0) throw new Error(`${name} is a statement of no schema`);
      for (const plan of plans) {
        if (othersScanned(plan).length > 0) excess.push(`${name}: ${scannedPartitions(plan).join(', ')}`);
        pruned += scannedPartitions(plan).length;
      }
    }
    expect(excess).toEqual([]);
    expect(pruned).toBeGreaterThan(100);
  });
});

/** The statements that a list runs for its sorts, each of the given filters, and a search. */
async function statementsOf(
  schema: string,
  list: ListDefinition<unknown>,
  values: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  await client.query(`set search_path = ${schema}_partitioned, ${schema}`);
  const texts = new Set<string>();
  const execute = async <Row>(_name: string, text: string, parameters: readonly unknown[]) => {
    texts.add(text);
    return (await client.query(text, [...parameters])).rows as Row[];
  };
  const tenant = inTenant(systemContext(), encodeId('workspace', WORKSPACE), 'live');
  const db = new TenantDatabase(tenant, execute);
  const filters = Object.entries(values).map(([name, value]) => ({ [name]: value }));
  const searches =
    list.search === undefined ? [] : [{ q: [{ words: 'printer', prefix: true, excluded: false }] }];
  for (const sort of Object.keys(list.sorts))
    for (const query of [{}, ...filters, ...searches])
      await readPage(db, list, { page: 1, per_page: 25, sort, order: 'asc', ...query });
  return [...texts];
}

/** Views of the partitioned tables: those of the services belong to their own. */
async function copyViews(): Promise<void> {
  for (const schema of SCHEMAS) {
    await client.query(`set search_path = ${schema}`);
    const { rows } = await client.query<{ name: string; definition: string }>(
      `select viewname as name, definition from pg_views where schemaname = $1`,
      [schema],
    );
    await client.query(`set search_path = ${schema}_partitioned, ${schema}`);
    for (const { name, definition } of rows)
      await client.query(`create view ${schema}_partitioned.${name} as ${definition}`);
  }
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}

/** The plans of a statement for one workspace, in each schema whose tables it names. */
async function plansOf(text: string): Promise<PlanNode[]> {
  const plans: PlanNode[] = [];
  for (const schema of SCHEMAS) {
    await client.query(`set search_path = ${schema}_partitioned, ${schema}`);
    try {
      await client.query(`prepare probe as ${text}`);
    } catch (error) {
      // undefined_table, undefined_column, undefined_function: it is a statement of another service.
      if (!['42P01', '42703', '42883'].includes(String((error as { code?: string }).code))) throw error;
      continue;
    }
    const { rows: parameters } = await client.query<{ count: number }>(
      `select cardinality(parameter_types) as count from pg_prepared_statements where name = 'probe'`,
    );
    const others = Array.from({ length: (parameters[0]?.count ?? 0) - 1 }, () => ', null').join('');
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (format json) execute probe ('${WORKSPACE}'${others})`,
    );
    await client.query('deallocate probe');
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    if (plan !== undefined) plans.push(plan);
  }
  return plans;
}

/** The partitions that a plan reads; those that it leaves out when it begins are not in it. */
function scannedPartitions(node: PlanNode): string[] {
  return [
    ...(readsPartition(node) ? [String(node['Relation Name'])] : []),
    ...(node.Plans ?? []).flatMap(scannedPartitions),
  ];
}

function readsPartition({
  'Node Type': type,
  'Relation Name': table = '',
  'Index Cond': condition = '',
}: PlanNode): boolean {
  if (!type.endsWith('Scan') || !PARTITION.test(table)) return false;
  // For each row of the other side of a join, PostgreSQL reads the partition of its workspace.
  const isPrunedLater = /\bworkspace_id = [a-z(]/.test(condition);
  // Words are looked up in their index first: it is faster than that of the workspace.
  return !isPrunedLater && !/_search__/.test(table);
}

/** The partitions that a plan reads besides the first one's: of another workspace. */
function othersScanned(plan: PlanNode): string[] {
  const [first, ...others] = scannedPartitions(plan);
  const own = PARTITION.exec(first ?? '')?.[1];
  return others.filter((table) => PARTITION.exec(table)?.[1] !== own);
}
