import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SERVICES } from '@parley/contracts';
import { definedStatements } from '@parley/persistence';
import { TestDatabase } from '@parley/testing';
import pg from 'pg';
import { DATABASES } from './services.ts';
import { startPlatform, type Platform } from './platform.ts';
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
  'libs/persistence': ['identity', 'contact', 'conversation', 'ticket', 'webhook'],
  'libs/projections': ['conversation', 'ticket'],
};

let database: TestDatabase;
let platform: Platform;
let client: pg.Client;
const declared = declaredStatements();

beforeAll(async () => {
  database = await TestDatabase.create(...DATABASES);
  platform = await startPlatform({
    DATABASE_URL: database.url,
    ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
    LOG_LEVEL: 'silent',
    GATEWAY_PORT: '0',
    AUTH_PORT: '0',
    FILES_PORT: '0',
  });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await platform.close();
  await database.drop();
});

const servicesOf = ({ home }: DeclaredStatement): readonly string[] =>
  HOMES[home] ?? SERVICES.filter((service) => home === `apps/${service}`);

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
        // A row type may leave out what `*` reads besides: generated columns, which only indexes need.
        const read = kinds.filter(([column]) => column in (statement.columns ?? {}) || !/\*/.test(text));
        expect(Object.fromEntries(read)).toEqual(statement.columns);
      }
    },
  );
});
