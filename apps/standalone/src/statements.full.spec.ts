import { afterAll, describe, expect, it } from '@jest/globals';
import { ApiError, operations, SCOPES, services, type Principal } from '@parley/contracts';
import { newId } from '@parley/runtime/records';
import { definedStatements } from '@parley/persistence';
import { newTenant, TestDatabase } from '@parley/testing';
import pg from 'pg';
import { DATABASES } from './services.ts';
import { startPlatform } from './platform.ts';
import { declaredStatements, type DeclaredStatement, type Kind } from './statement-types.fixture.ts';

/** The kind of value that libs/persistence makes of a type of PostgreSQL. */
const KINDS: Readonly<Record<string, Kind>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'Date',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'string',
  numeric: 'string',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
};

const isKindOf = (kind: Kind | undefined, type: string): boolean =>
  KINDS[type] === kind || (/^jsonb?$/.test(type) && kind !== undefined && /^(object|array|any)$/.test(kind));

/** The services whose schema a package works on. */
const HOMES: Readonly<Record<string, readonly string[]>> = {
  'libs/persistence': services,
  'libs/projections': ['conversation', 'ticket'],
};
const declared = declaredStatements();

const database = await TestDatabase.create(...DATABASES);
const platform = await startPlatform({
  DATABASE_URL: database.url,
  ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
  LOG_LEVEL: 'silent',
  GATEWAY_PORT: '0',
  AUTH_PORT: '0',
  FILES_PORT: '0',
  MAIL_HTTP_PORT: '0',
});
const client = new pg.Client({ connectionString: database.url });
await client.connect();
afterAll(async () => {
  await client.end();
  await platform.close();
  await database.drop();
});

const servicesOf = ({ home }: DeclaredStatement): readonly string[] =>
  HOMES[home] ?? services.filter((service) => home === `apps/${service}`);

/** Prepares a statement without running it. */
async function describeStatement(service: string, name: string, text: string) {
  await client.query(`set search_path = ${service}`);
  const columns = await new Promise<pg.FieldDef[]>((resolve, reject) => {
    client.query(new Description(name, text, resolve, reject) as unknown as pg.Submittable);
  });
  const { rows } = await client.query<{ count: number; types: Record<string, string> }>(
    `select cardinality(parameter_types) as count,
       (select json_object_agg(oid, case when typcategory = 'A' then 'array' else typname end)
          from pg_type where oid = any($2::oid[])) as types
       from pg_prepared_statements where name = $1`,
    [name, columns.map(({ dataTypeID }) => dataTypeID)],
  );
  await client.query('deallocate all');
  const [{ count, types } = { count: 0, types: {} }] = rows;
  return {
    parameters: count,
    columns: Object.fromEntries(
      columns.map(({ name: column, dataTypeID }) => [column, types[dataTypeID] ?? '']),
    ),
  };
}

/** Parse and Describe of the protocol, which `pg` itself only sends together with an execution. */
class Description {
  #columns: pg.FieldDef[] = [];

  constructor(
    private readonly name: string,
    private readonly text: string,
    private readonly resolve: (columns: pg.FieldDef[]) => void,
    private readonly reject: (error: Error) => void,
  ) {}

  submit(connection: pg.Connection): void {
    connection.parse({ name: this.name, text: this.text, types: [] }, true);
    connection.describe({ type: 'S', name: this.name }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#columns = fields;
  }

  handleError(error: Error): void {
    this.reject(error);
  }

  handleReadyForQuery(): void {
    this.resolve(this.#columns);
  }
}

describe('the statements of all services', () => {
  it('have unique names, and are loaded with their services', () => {
    const names = declared.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(new Set(names)).toEqual(new Set(definedStatements().map(({ name }) => name)));
    expect(declared.filter((one) => servicesOf(one).length === 0)).toEqual([]);
    expect(declared.filter(({ calls }) => calls.length > 0).length).toBeGreaterThan(declared.length / 2);
  });

  it.each(declared.map((one) => [one.name, one] as const))(
    '%s has the parameter and column types that its source declares',
    async (name, statement) => {
      const { text = '', tenancy } = definedStatements().find((one) => one.name === name) ?? {};
      const bound = tenancy === 'tenant' ? 2 : Number(tenancy === 'workspace');
      for (const service of servicesOf(statement)) {
        const { parameters, columns } = await describeStatement(service, name, text);
        expect(statement.calls).toEqual(
          statement.calls.map((call) => ({ ...call, values: parameters - bound })),
        );
        if (statement.columns === null) continue;
        const kinds = Object.entries(columns).map(([column, type]) => {
          const kind = statement.columns?.[column];
          return [column, isKindOf(kind, type) ? kind : (KINDS[type] ?? type)] as const;
        });
        expect(Object.fromEntries(kinds)).toEqual(statement.columns);
      }
    },
  );
});

/** Every list of the API in each of its sorts, as its service gets the request. */
const listRequests = operations.flatMap(({ id, service, query }) => {
  const sorts = (query as { shape?: { sort?: unknown } } | undefined)?.shape?.sort;
  // Those of the gateway read the lists of services.
  if (query === undefined || sorts === undefined || service === 'gateway') return [];
  const { sort: first } = query.parse({}) as { sort: string };
  const params = {
    conversation_id: newId('conversation'),
    webhook_id: newId('webhook'),
    team_id: newId('team'),
  };
  return [...new Set([first, 'name', 'updated_at'])]
    .map((sort) => ({ id, service, input: { params, query: { sort } } }))
    .filter(({ input }) => query.safeParse(input.query).success);
});

/** Reads every list on every connection of its service; a parent that does not exist is an answer too. */
async function readLists(): Promise<string[]> {
  const tenant = newTenant();
  const ctx = { ...tenant, principal: { scopes: SCOPES, userId: newId('user') } as unknown as Principal };
  const calls = listRequests.flatMap((request) => Array.from({ length: 5 }, () => request));
  const outcomes = await Promise.all(
    calls.map(({ id, service, input }) =>
      platform.rpc.call(service, id, ctx, input).then(
        () => 'answered',
        (error: unknown) =>
          error instanceof ApiError && error.status === 404 ? 'answered' : `${id}: ${String(error)}`,
      ),
    ),
  );
  return outcomes.filter((outcome) => outcome !== 'answered');
}

async function addColumnToTables(service: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = $1::regnamespace and relkind in ('r', 'p') and not relispartition`,
    [service],
  );
  expect(rows.length).toBeGreaterThan(2);
  for (const { name } of rows)
    await client.query(`alter table ${service}.${name} add column added_later text default ''`);
}

it('a migration that adds a column to every table leaves every statement that is prepared already as it was', async () => {
  expect(listRequests.length).toBeGreaterThan(10);
  expect(await readLists()).toEqual([]);
  for (const service of services) {
    const ours = declared.filter((one) => servicesOf(one).includes(service));
    await client.query(`set search_path = ${service}; deallocate all`);
    for (const { name } of ours) {
      const text = definedStatements().find((one) => one.name === name)?.text;
      await client.query(`prepare "${name}" as ${text}`);
    }
    await addColumnToTables(service);
    const prepared = await client.query<{ name: string; count: number }>(
      'select name, cardinality(parameter_types) as count from pg_prepared_statements',
    );
    expect(prepared.rows).toHaveLength(ours.length);
    const refused: string[] = [];
    for (const { name, count } of prepared.rows) {
      const values = count === 0 ? '' : `(${Array.from({ length: count }, () => 'null').join()})`;
      // Plans the statement again, as its execution would, and changes nothing.
      await client
        .query(`explain execute "${name}"${values}`)
        .catch((error: unknown) => refused.push(`${name}: ${String(error)}`));
    }
    expect(refused).toEqual([]);
  }
  expect(await readLists()).toEqual([]);
});
