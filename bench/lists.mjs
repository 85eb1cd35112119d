// Compares the latency of lists in a workspace with 10,000 tickets and in one with 1,000,000 in the same tables.
// Requests are sequential and alternate between the two. The rows are those of `npx parley seed`.
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import {
  SEED_BATCH,
  seedContacts,
  seedContactProjections,
  seedTickets,
  seedTicketTags,
  uuidOf,
} from '@parley/contracts';
import { systemContext } from '@parley/runtime/context';
import { createLogger } from '@parley/runtime/logging';
import { Rpc, RpcConfig, TcpRpc } from '@parley/rpc';
import { measure } from './load.mjs';
import { createWorkspace, startPlatform } from './platform.mjs';

const SIZES = { few: 10_000, many: Number(process.env.BENCH_LIST_ROWS ?? 1_000_000) };
const ROUNDS = 40;
/** Slow requests are measured less often. */
const SECONDS = 20;
const AT_ONCE = 3;
/** How long searches are repeated at the highest rate. */
const LOAD_SECONDS = 5;
/** Goal for the latency of a request at any size, in milliseconds. */
const BOUND_MS = 300;

/** Filters of views as a team has them. */
const VIEWS = [
  [{ field: 'status', op: 'eq', value: 'open' }],
  [
    { field: 'status', op: 'eq', value: 'open' },
    { field: 'assignee', op: 'eq', value: null },
  ],
  [{ field: 'assignee', op: 'eq', value: 'me' }],
  [
    { field: 'status', op: 'in', value: ['open', 'pending'] },
    { field: 'priority', op: 'eq', value: 'urgent' },
  ],
  [{ field: 'tag', op: 'eq', value: 'billing' }],
  [{ field: 'tag', op: 'eq', value: 'legacy' }],
  [{ field: 'status', op: 'eq', value: 'pending' }],
  [{ field: 'created_at', op: 'gte', value: { ago: '7d' } }],
  [
    { field: 'status', op: 'eq', value: 'open' },
    { field: 'updated_at', op: 'lt', value: { ago: '2d' } },
  ],
  [{ field: 'sla_status', op: 'eq', value: 'breached' }],
];

/** Paths to read; a function receives the items of page 1, and the workspace. */
const PAGES = {
  'page 1': '/v1/tickets',
  'one status': '/v1/tickets?status=open',
  'by updated_at': '/v1/tickets?sort=updated_at',
  'by priority': '/v1/tickets?sort=priority',
  'by status': '/v1/tickets?sort=status',
  'by first_response_due': '/v1/tickets?sort=first_response_due',
  'one status by updated_at': '/v1/tickets?status=pending&sort=updated_at&order=asc',
  'one priority': '/v1/tickets?priority=urgent',
  'one tag of many': '/v1/tickets?tag=billing',
  'one tag of few': '/v1/tickets?tag=legacy',
  'a tag of few and a status': '/v1/tickets?tag=legacy&status=pending',
  'clocks in warning': '/v1/tickets?sla_status=warning',
  'nobody at the far end': '/v1/tickets?status=open&priority=low&order=asc',
  'one contact': (items) => `/v1/tickets?contact=${contactOf(items)}`,
  'page 400': '/v1/tickets?page=400',
  'contacts, page 1': '/v1/contacts',
  'contacts, *@domain': '/v1/contacts?email=*@example.org',
  'contacts, *part*': '/v1/contacts?email=*lindgren*',
  'counts of ten views': (_items, { views }) => `/v1/views/counts?ids=${views.join()}`,
};
const SEARCHES = {
  'q, a word of half of them': '/v1/tickets?q=please',
  'q, a word and a status': '/v1/tickets?q=please&status=open',
  'q, a word and a contact': (items) => `/v1/tickets?q=please&contact=${contactOf(items)}`,
  'q, a word of few and a status': '/v1/tickets?q=refund&status=pending',
  'q, a phrase': '/v1/tickets?q=%22please%20have%20a%20look%22',
  'q, without a word': '/v1/tickets?q=-please',
  'q, a field': '/v1/tickets?q=tag:legacy',
  'q, an address': '/v1/tickets?q=email:*lindgren*',
  'q, the start of a word': '/v1/tickets?q=pl',
  'q, a rare word': (items) => `/v1/tickets?q=${rareWordOf(items)}`,
  'search, a word of half of them': '/v1/search?q=please',
  'search, a rare word': (items) => `/v1/search?q=${rareWordOf(items)}`,
};

/** Searches whose highest rate is measured in the greater workspace. */
const UNDER_LOAD = [
  'q, a word of half of them',
  'q, a rare word',
  'q, a word and a status',
  'search, a word of half of them',
  'search, a rare word',
];

/** Returns a line for each kind of page, and one for each search at its highest rate. */
export async function benchLists() {
  const platform = await startPlatform();
  try {
    const few = await seedWorkspace(platform, 'few', SIZES.few, SIZES.few / 10);
    const many = await seedWorkspace(platform, 'many', 0, SIZES.few);
    await multiply(platform, few, many, SIZES.many);
    console.log(`${SIZES.few} tickets seeded, ${few.perSecond} a second`);
    const seeded = { few, many };
    for (const table of [
      'ticket.ticket',
      'ticket.ticket_search',
      'contact.contact',
      'contact.contact_search',
    ])
      await platform.database.query(`vacuum analyze ${table}`);
    const lines = [];
    for (const [work, path] of Object.entries({ ...PAGES, ...SEARCHES }))
      lines.push(await compare(platform, seeded, work, path));
    lines.push(await compareWalks(platform, seeded));
    const under_load = [];
    for (const work of UNDER_LOAD) under_load.push(await loadOf(platform, many, work));
    return { sizes: SIZES, seeded_per_second: few.perSecond, bound_ms: BOUND_MS, lines, under_load };
  } finally {
    await platform.stop();
  }
}

function contactOf(items) {
  return items.find(({ contact }) => contact !== null).contact.id;
}

/** An order number, which hardly any other ticket contains. */
function rareWordOf(items) {
  const orders = items.flatMap(({ custom_fields: { order } }) => (order === undefined ? [] : [order]));
  if (orders.length === 0) throw new Error('no ticket of page 1 names an order');
  return orders[0];
}

/** Creates a workspace with contacts and tickets through the same calls as `npx parley seed`. */
async function seedWorkspace(platform, name, tickets, contacts) {
  const { workspace_id: workspace, live_key: key } = await createWorkspace(platform.env, name);
  const rpc = new Rpc(new TcpRpc(new RpcConfig(platform.env, 'operator'), createLogger('bench', 'silent')));
  const call = (command, input) => rpc.call(command, systemContext({ timeoutMs: 60_000 }), input);
  const users = Array.from({ length: 20 }, (_, n) => ({
    id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    name: `Agent ${n}`,
  }));
  const at = new Date().toISOString();
  const seeding = { workspace, mode: 'live', seed: 1, contacts, conversations: 0, tickets, users, at };
  await inBatches(contacts, async (batch) => {
    await call(seedContacts, { ...seeding, ...batch });
    await call(seedContactProjections, { ...seeding, ...batch, service: 'ticket' });
  });
  const began = performance.now();
  await inBatches(tickets, async (batch) => {
    await call(seedTickets, { ...seeding, ...batch });
    await call(seedTicketTags, { ...seeding, ...batch });
  });
  const perSecond = Math.round(tickets / ((performance.now() - began) / 1000));
  const headers = { authorization: `Bearer ${key}` };
  const views = await createViews(platform, headers);
  return { uuid: uuidOf('workspace', workspace), headers, perSecond, views };
}

/** Returns the ids of {@link VIEWS}. */
async function createViews({ url }, headers) {
  const ids = [];
  for (const all of VIEWS) {
    const response = await fetch(`${url}/v1/views`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: `View ${ids.length}`,
        resource: 'ticket',
        visibility: 'workspace',
        filter: { all },
      }),
    });
    const { data, error } = await response.json();
    if (response.status !== 201) throw new Error(`view ${ids.length}: ${JSON.stringify(error)}`);
    ids.push(data.id);
  }
  return ids;
}

/**
 * Creates many tickets as repeated copies of the few, oldest first, with different ids, times and contacts. This takes
 * one statement, followed by the search documents, as in a restored backup: batches of requests for a million tickets
 * would take most of the run.
 */
async function multiply(platform, few, many, count) {
  const { database } = platform;
  const { rows: columns } = await database.query(
    `select column_name as name from information_schema.columns
      where table_schema = 'ticket' and table_name = 'ticket' and is_generated = 'NEVER'`,
  );
  const own = {
    workspace_id: '$2::uuid',
    number: 'n',
    id: `(lpad(to_hex(1577836800000 + n), 12, '0') || '7' || substr(md5(n::text), 1, 3) || 'a'
      || substr(md5(n::text), 4, 15))::uuid`,
    contact_id: `contacts[1 + n * 7919::bigint % cardinality(contacts)]`,
    sla_next_transition_at: 'null',
    ...Object.fromEntries(
      ['created_at', 'sla_started_at', 'sla_warning_at', 'sla_due_at'].map((name) => [
        name,
        `few.${name} + shift`,
      ]),
    ),
    updated_at: 'least(few.updated_at + shift, now())',
  };
  const began = performance.now();
  await database.query('set synchronous_commit = off; set jit = off');
  await database.query('alter table ticket.ticket disable trigger ticket_search_insert');
  await database.query(
    `insert into ticket.ticket (${columns.map(({ name }) => name).join(', ')})
     select ${columns.map(({ name }) => own[name] ?? `few.${name}`).join(', ')}
       from (select *, row_number() over (order by created_at) as place, count(*) over () as size
               from ticket.ticket where workspace_id = $1) few,
         (select array_agg(id) as contacts from contact.contact where workspace_id = $2) known,
         generate_series(1 + (place - 1) * $3::bigint / size, place * $3::bigint / size) n,
         lateral (select date_trunc('milliseconds',
           now() - power(($3 - n + 0.5) / $3, 1.5) * interval '730 days') - few.created_at as shift) moved
      order by n`,
    [few.uuid, many.uuid, count],
  );
  await database.query('alter table ticket.ticket enable trigger ticket_search_insert');
  const written = performance.now();
  await writeWords(platform, many);
  const seconds = (from, to) => Math.round((to - from) / 1000);
  console.log(
    `${count} tickets in ${seconds(began, written)} s, their words in ${seconds(written, performance.now())} s`,
  );
}

/** Creates the search documents of a workspace's tickets on two connections, and their index at the end. */
async function writeWords({ database, env }, { uuid }) {
  const { rows } = await database.query(
    `select indexdef from pg_indexes where schemaname = 'ticket' and indexname = 'ticket_search_words'`,
  );
  await database.query('drop index ticket.ticket_search_words');
  const write = async (from, to) => {
    const client = new pg.Client({ connectionString: env.DATABASE_URL });
    await client.connect();
    try {
      await client.query('set search_path = ticket; set synchronous_commit = off; set jit = off');
      await client.query(
        `insert into ticket_search (workspace_id, mode, created_at, id, part, words)
         select workspace_id, mode, created_at, id, id, ticket_search_vector(t) from ticket t
          where workspace_id = $1 and mode = 'live' and created_at >= $2 and created_at < $3`,
        [uuid, from, to],
      );
    } finally {
      await client.end();
    }
  };
  const middle = new Date(Date.now() - 230 * 24 * 60 * 60 * 1000);
  await Promise.all([write('-infinity', middle), write(middle, 'infinity')]);
  await database.query(`set maintenance_work_mem = '1GB'`);
  for (const { indexdef } of rows) await database.query(indexdef);
}

async function inBatches(total, work) {
  let next = 0;
  const worker = async () => {
    while (next < total) {
      const from = next;
      next = Math.min(total, from + SEED_BATCH);
      await work({ from, count: next - from });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function read(url, path, headers) {
  const began = performance.now();
  const response = await fetch(url + path, { headers });
  const body = await response.json();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
  return { ms: performance.now() - began, body };
}

/** The two workspaces alternate, so that noise of the machine affects both. */
async function compare({ url }, seeded, work, path) {
  const times = { few: [], many: [] };
  const total = {};
  for (const [name, { headers }] of Object.entries(seeded)) {
    const { data } = (await read(url, '/v1/tickets', headers)).body;
    seeded[name].path = typeof path === 'string' ? path : path(data, seeded[name]);
  }
  const began = performance.now();
  const isLate = () => performance.now() - began > SECONDS * 1000;
  for (let round = -5; round < ROUNDS && !(round > 0 && isLate()); round += 1)
    for (const [name, { headers, path: asked }] of Object.entries(seeded)) {
      const { ms, body } = await read(url, asked, headers);
      total[name] = body.meta?.total_count ?? body.meta?.total_results;
      if (round >= 0) times[name].push(ms);
    }
  return lineOf(work, times, total);
}

/** How often per second a search is answered, with 32 requests at a time. */
async function loadOf({ url }, { headers }, work) {
  const { data } = (await read(url, '/v1/tickets', headers)).body;
  const path = typeof SEARCHES[work] === 'string' ? SEARCHES[work] : SEARCHES[work](data);
  const found = await measure({ url, status: 200, requests: [{ path, headers }] }, { seconds: LOAD_SECONDS });
  return { work, per_second: found.per_second, p50_ms: found.p50_ms, p99_ms: found.p99_ms };
}

/** Measures each of 100 pages of 100 by cursor. */
async function compareWalks({ url }, seeded) {
  const times = { few: [], many: [] };
  for (const [name, { headers }] of Object.entries(seeded)) {
    let cursor = null;
    for (let page = 0; page < 100; page += 1) {
      const suffix = cursor === null ? '' : `&cursor=${cursor}`;
      const { ms, body } = await read(url, `/v1/tickets?per_page=100${suffix}`, headers);
      times[name].push(ms);
      cursor = body.meta.next_cursor;
    }
  }
  return lineOf('a page of a walk of 100', times, {});
}

function lineOf(work, times, total) {
  const at = (name, part) => {
    const sorted = [...times[name]].sort((a, b) => a - b);
    return Number(sorted[Math.floor(sorted.length * part)].toFixed(1));
  };
  return {
    work,
    few_p50_ms: at('few', 0.5),
    few_p95_ms: at('few', 0.95),
    many_p50_ms: at('many', 0.5),
    many_p95_ms: at('many', 0.95),
    ratio: Number((at('many', 0.5) / at('few', 0.5)).toFixed(2)),
    total_of_many: total.many,
  };
}
