import pg from 'pg';
import type { TestDatabase } from './database.ts';

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
  /** Most rows that were put in order at once. */
  sorted: number;
}

interface List {
  readonly name: string;
  readonly sorts: Readonly<Record<string, string>>;
  readonly filters: Readonly<Record<string, unknown>>;
}

/** Every sort of a list in both orders, without a filter and with each value of each filter that it offers. */
export function listCases<L extends List>(list: L, values: Readonly<Record<string, readonly unknown[]>>) {
  const filtered = Object.keys(list.filters).flatMap((name) => {
    const some = values[name];
    if (some === undefined) throw new Error(`no values to filter ${list.name} by ${name} with`);
    return some.map((value) => ({ [name]: value }));
  });
  return Object.keys(list.sorts).flatMap((sort) =>
    (['asc', 'desc'] as const).flatMap((order) =>
      [{}, ...filtered].map((query) => {
        const page = { page: 1, per_page: 25, sort, order, ...query };
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

  /** Of the tables of a schema. Tables are read as a whole only where no index could help: tests have few rows. */
  static async open(database: TestDatabase, schema: string): Promise<Plans> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(
      `set search_path = ${schema}; set enable_seqscan = off; set jit = off;
       set max_parallel_workers_per_gather = 0; set random_page_cost = 1.1`,
    );
    return new Plans(client);
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
      removed: nodes.reduce((sum, node) => sum + removedBy(node), 0),
      sorted: Math.max(0, ...nodes.map(sortedBy)),
    });
    return (await this.client.query(text, [...values])).rows as Row[];
  };

  close(): Promise<void> {
    return this.client.end();
  }
}

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
