import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations, SCOPES, splitRoute } from '@parley/contracts';
import { openApiDocument } from './document.ts';
import { mapSubschemas } from './response-schema.ts';
import type { JsonSchema, OperationObject, Parameter, PathItem } from './types.ts';

const document = openApiDocument();
const objectsOf = (items: Record<string, PathItem>): [string, OperationObject][] =>
  Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item).map(([method, object]): [string, OperationObject] => [`${method} ${path}`, object]),
  );
const all = [...objectsOf(document.paths), ...objectsOf(document.webhooks)];

/** Every property of every schema of the document, with its place. */
function* properties(schema: JsonSchema, place: string): Generator<[string, JsonSchema]> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    yield [`${place}.${name}`, property];
  }
  const inner: [string, JsonSchema][] = [];
  let index = 0;
  const names = Object.keys(schema.properties ?? {});
  mapSubschemas(schema, (one) => {
    inner.push([`${place}.${names[index++] ?? '[]'}`, one]);
    return one;
  });
  for (const [where, one] of inner) yield* properties(one, where);
}

const resolve = (schema: JsonSchema): JsonSchema =>
  schema.$ref === undefined
    ? schema
    : (document.components.schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {});

const fields = Object.entries(document.components.schemas).flatMap(([name, schema]) => [
  ...properties(schema, name),
]);

/** What becomes of the file of a form. */
const UPLOADED = {
  file: {
    id: 'file_01h2xcejqtf2nbrexx3vqjhp41',
    name: 'invoice.pdf',
    size: 1,
    mime_type: 'application/pdf',
    sha256: '0'.repeat(64),
  },
};

const root = join(import.meta.dirname, '../../..');
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

describe('the document', () => {
  it('matches openapi/openapi.json (otherwise run: npm run generate)', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(read('openapi/openapi.json'));
  });

  it('has the version of the product', () => {
    expect(document.info['version']).toBe((read('package.json') as { version: string }).version);
  });

  it('describes every field of every schema (add .meta({ description }) in the contract)', () => {
    expect(fields.length).toBeGreaterThan(50);
    expect(
      fields.filter(([, field]) => !(resolve(field).description ?? field.description)).map(([at]) => at),
    ).toEqual([]);
  });

  it('has unique operations and tags, and describes every tag', () => {
    const names = all.map(([, { operationId }]) => operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z]+$/);
    expect(document.tags.filter(({ description }) => description === '')).toEqual([]);
    const tags = new Set(document.tags.map(({ name }) => name));
    expect(all.flatMap((one) => one[1].tags).filter((tag) => !tags.has(tag))).toEqual([]);
  });

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s: the example request is valid',
    (_, { route, params, query, body, multipart }) => {
      const { method, path } = splitRoute(route);
      const object = document.paths[path]?.[method.toLowerCase() as 'get'];
      const given = (object?.parameters ?? []).map(inPlace);
      const valuesIn = (place: string) =>
        Object.fromEntries(
          given.filter((one) => one.in === place).map(({ name, example }) => [name, String(example)]),
        );
      const { content } = object?.requestBody ?? {};
      const example = content?.['application/json']?.example as object | undefined;
      for (const [schema, sent] of [
        [params, valuesIn('path')],
        [query, valuesIn('query')],
        [body, multipart?.required === true ? { ...UPLOADED, ...example } : example],
      ] as const) {
        expect(schema?.safeParse(sent).error?.issues ?? []).toEqual([]);
      }
    },
  );

  it('allows API keys, personal access tokens and OAuth with its scopes for every operation', () => {
    const { securitySchemes } = document.components;
    const { oauth2 } = securitySchemes as {
      oauth2: { flows: { authorizationCode: { scopes: Record<string, string> } } };
    };
    expect(Object.keys(oauth2.flows.authorizationCode.scopes)).toEqual(SCOPES);
    for (const [at, { security = [], 'x-required-scopes': scopes = [] }] of all) {
      if (security.length === 0) continue; // a delivery
      expect({ at, names: new Set(security.flatMap((way) => Object.keys(way))) }).toEqual({
        at,
        names: new Set(Object.keys(securitySchemes)),
      });
      expect(security.flatMap(({ oauth2: asked = [] }) => asked)).toEqual(scopes);
    }
  });

  it('tells of every operation that its address or credential can have too many requests, and the numbers on every response', () => {
    for (const [at, { responses }] of objectsOf(document.paths)) {
      expect({ at, statuses: Object.keys(responses) }).toMatchObject({
        at,
        statuses: expect.arrayContaining(['429', '500', '503']),
      });
      for (const response of Object.values(responses)) {
        const { headers = {} } =
          '$ref' in response
            ? (document.components.responses[response.$ref.replace(/.*\//, '')] ?? {})
            : response;
        const names = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
        expect([at, Object.keys(headers)]).toEqual([at, expect.arrayContaining(names)]);
      }
    }
  });

  it('allows additional fields in all response objects', () => {
    const text = JSON.stringify(document);
    expect(text).not.toContain('"additionalProperties":false');
    expect(text).not.toContain('"$defs"');
  });

  it('describes every component', () => {
    const bare = Object.entries(document.components.schemas).filter(([, { description }]) => !description);
    expect(bare.map(([name]) => name)).toEqual([]);
  });

  it('has an example of every field (add .meta({ examples }) in the contract)', () => {
    const bodies = all.flatMap(([at, { requestBody }]) =>
      Object.values(requestBody?.content ?? {}).map(({ example }) => [at, example] as const),
    );
    expect(bodies.length).toBeGreaterThan(5);
    expect(bodies.flatMap(([at, example]) => holes(example, at))).toEqual([]);
  });

  it('describes every parameter with an example, but for a cursor, which only an answer gives', () => {
    for (const [at, { parameters = [] }] of all) {
      for (const parameter of parameters.map((one) => inPlace(one))) {
        const { name, description, example } = parameter;
        expect({ at, name, described: description !== '', example: example !== undefined }).toEqual({
          at,
          name,
          described: true,
          example: name !== 'cursor',
        });
      }
    }
  });
});

function inPlace(parameter: Parameter | { $ref: string }): Parameter {
  if (!('$ref' in parameter)) return parameter;
  return document.components.parameters[parameter.$ref.replace('#/components/parameters/', '')] as Parameter;
}

/** The places of an example where nothing could be derived. */
function holes(example: unknown, at: string): string[] {
  if (example === undefined) return [at];
  if (typeof example !== 'object' || example === null) return [];
  return Object.entries(example).flatMap(([key, value]) => holes(value, `${at}.${key}`));
}
