import pg from 'pg';
import type { TestDatabase } from './database.ts';
import { eventually } from './eventually.ts';
import { isFullRun } from './full-run.ts';

/** A node of a plan, as EXPLAIN writes it. */
interface Node {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: Node[];
}

/** What a statement has read, whatever it has answered. */
export interface Work {
  text: string;
  /** Its nodes in a line each, for the reader of a failure. */
  plan: string[];
  /** Tables that were read as a whole. */
  scanned: string[];
  /** Rows that were read and not wanted. */
  removed: number;
  /** Entries of an index that were, without their rows. */
  skipped: number;
  /** Most rows that were put in order at once. */
  sorted: number;
}

/** How much a statement of a page may do for it. */
export interface Allowance {
  /** Rows that are read and not wanted. */
  passed?: number;
  /** Entries of an index that are, without their rows. */
  skipped?: number;
  /** Rows that are put in order at once. */
  sorted?: number;
}

interface List {
  readonly name: string;
  readonly sorts: Readonly<Record<string, unknown>>;
  readonly filters: Readonly<Record<string, unknown>>;
}

const ORDERS = ['asc', 'desc'] as const;

/**
 * Sorts of a list in both orders, without a filter and with the values of each filter that it offers: every pair of two of these
 * three, and in `npm run test:full` every combination.
 * @param fixed filters that the list is never without
 */
export function listCases<L extends List>(
  list: L,
  values: Readonly<Record<string, readonly unknown[]>>,
  fixed: Readonly<Record<string, unknown>> = {},
) {
  const offered = Object.keys(list.filters).filter((name) => !Object.hasOwn(fixed, name));
  const filtered = offered.flatMap((name) => {
    const some = values[name];
    if (some === undefined) throw new Error(`no values to filter ${list.name} by ${name} with`);
    return some.map((value) => ({ [name]: value }));
  });
  const sorts = Object.keys(list.sorts);
  const isPairwise = !isFullRun && sorts.length > 1;
  return sorts.flatMap((sort, nth) =>
    [{}, ...filtered].flatMap((query, other) =>
      ORDERS.filter((_, order) => !isPairwise || (nth + other) % 2 === order).map((order) => {
        const page = { page: 1, per_page: 25, sort, order, ...fixed, ...query };
        return [
          `${list.name} by ${sort} ${order} of ${JSON.stringify(query)}`,
          { list, query: page },
        ] as const;
      }),
    ),
  );
}

/** Runs statements as a service does, and keeps what each of them has cost. */
export class Plans {
  readonly works: Work[] = [];

  private constructor(private readonly client: pg.Client) {}

  /**
   * Plans of the tables of a schema. Tables are read as a whole only where no index could help: tests have few rows.
   */
  static async open(database: Pick<TestDatabase, 'url'>, schema: string): Promise<Plans> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(
      `set search_path = ${schema}; set enable_seqscan = off; set jit = off; set synchronous_commit = on;
       set max_parallel_workers_per_gather = 0; set random_page_cost = 1.1`,
    );
    return new Plans(client);
  }

  /** Leaves rows that are inserted from now on out of the search index, which takes longer than all else to fill. */
  async skipSearch(...tables: readonly string[]): Promise<void> {
    for (const table of tables)
      await this.client.query(`alter table ${table} disable trigger ${table}_search_insert`);
  }

  /** Makes of a table that was just written what it is after a while: vacuumed, with statistics. */
  async settle(table: string): Promise<void> {
    // Commits that did not wait for the disk, as those of tests, are only taken for old when they have got there: that of
    // the first vacuum does wait.
    await eventually(async () => {
      await this.client.query(`vacuum analyze ${table}`);
      const { rows } = await this.client.query<{ settled: boolean }>(
        'select relallvisible = relpages as settled from pg_class where oid = $1::regclass',
        [table],
      );
      if (rows[0]?.settled !== true) throw new Error(`${table} has rows that are still young`);
    });
  }

  /** Runs a statement, by the interface that libs/persistence runs them by. */
  execute = async <Row>(_name: string, text: string, values: readonly unknown[]): Promise<Row[]> => {
    const explain = `explain (analyze, timing off, format json) ${text}`;
    const { rows } = await this.client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(explain, [...values]);
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    if (plan === undefined) throw new Error('no plan');
    const nodes = [...nodesOf(plan)];
    this.works.push({
      text,
      plan: nodes.map(summaryOf),
      scanned: nodes
        .filter((node) => node['Node Type'] === 'Seq Scan')
        .map((node) => node['Relation Name'] ?? ''),
      removed: sumOf(nodes.filter((node) => node['Node Type'] !== INDEX_ALONE)),
      skipped: sumOf(nodes.filter((node) => node['Node Type'] === INDEX_ALONE)),
      sorted: Math.max(0, ...nodes.map(sortedBy)),
    });
    return (await this.client.query(text, [...values])).rows as Row[];
  };

  /** Forgets what was run, and answers the plans of those that have read a table as a whole or more than is allowed. */
  excess({ passed = 1_000, skipped = 1_000, sorted = 2_000 }: Allowance = {}): Work[] {
    return this.works
      .splice(0)
      .filter(
        (work) =>
          work.scanned.length > 0 || work.removed > passed || work.skipped > skipped || work.sorted > sorted,
      );
  }

  close(): Promise<void> {
    return this.client.end();
  }
}

const INDEX_ALONE = 'Index Only Scan';

const sumOf = (nodes: readonly Node[]): number => nodes.reduce((sum, node) => sum + removedBy(node), 0);

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const child of node.Plans ?? []) yield* nodesOf(child);
}

function summaryOf(node: Node): string {
  const of = node['Index Name'] ?? node['Relation Name'] ?? '';
  return `${node['Node Type']} ${of}: ${node['Actual Rows']} rows, ${removedBy(node)} removed`;
}

function removedBy(node: Node): number {
  const rows = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return rows * node['Actual Loops'];
}

/** A sort that has a limit above it tells of those that it gave; what it was given is in its child. */
function sortedBy(node: Node): number {
  const [child] = node.Plans ?? [];
  return node['Node Type'] === 'Sort' && child !== undefined
    ? child['Actual Rows'] * child['Actual Loops']
    : 0;
}
