import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from './document.ts';
import type { JsonSchema } from './types.ts';

const LIMITS = ['pattern', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum'];

const document = openApiDocument();
const { schemas } = document.components;

/** Every schema and every example below a value, without following references. */
function* schemasIn(value: unknown, place: string): Generator<[string, JsonSchema]> {
  if (typeof value !== 'object' || value === null) return;
  yield [place, value as JsonSchema];
  for (const [key, inner] of Object.entries(value)) {
    if (key !== 'examples' && key !== 'example') yield* schemasIn(inner, `${place}.${key}`);
  }
}

/** The names of the components that a value refers to, directly or through others. */
function componentsOf(value: unknown, found = new Set<string>()): Set<string> {
  for (const [, { $ref }] of schemasIn(value, '')) {
    const name = typeof $ref === 'string' ? $ref.replace('#/components/schemas/', '') : '';
    if (schemas[name] === undefined || found.has(name)) continue;
    found.add(name);
    componentsOf(schemas[name], found);
  }
  return found;
}

const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
const answers = {
  responses: [...operations.map(({ responses }) => responses), document.components.responses],
  events: Object.values(document.webhooks).map(({ post }) => post?.requestBody),
};
const answered = [...componentsOf(answers)].map((name): [string, unknown] => [name, schemas[name]]);

describe('a code generator finds in the document', () => {
  it('no enum, pattern or limit in responses and events, because later versions may change them', () => {
    const places = [
      ...schemasIn(answers, 'answers'),
      ...answered.flatMap(([name, one]) => [...schemasIn(one, name)]),
    ];
    const closed = places.filter(
      ([, schema]) =>
        Array.isArray(schema.enum) ||
        LIMITS.some((keyword) => ['string', 'number'].includes(typeof schema[keyword])),
    );
    expect(places.length).toBeGreaterThan(500);
    expect(closed.map(([at]) => at)).toEqual([]);
  });

  it('a named schema for every enum', () => {
    const named = Object.entries(schemas).filter(([, one]) => one.enum !== undefined);
    expect(named.length).toBeGreaterThan(20);
    const enums = [...schemasIn(document, 'document')].filter(([, one]) => Array.isArray(one.enum));
    expect(enums.map(([at]) => at)).toEqual(named.map(([name]) => `document.components.schemas.${name}`));
  });

  it('no pattern that needs a flag, because JSON Schema has no place for one', () => {
    const patterns = [...schemasIn(document, 'document')].flatMap(([at, { pattern }]) =>
      typeof pattern === 'string' ? [[at, pattern] as const] : [],
    );
    expect(patterns.length).toBeGreaterThan(20);
    const needing = patterns.filter(([, pattern]) => /\\(?:[pP]|u)\{/.test(pattern));
    expect(needing).toEqual([]);
  });

  it('no schema with the name of a global of browsers, JavaScript or Node', () => {
    const lib = join(import.meta.dirname, '../../../node_modules/typescript/lib');
    const texts = readdirSync(lib)
      .filter((name) => /^lib\..*\.d\.ts$/.test(name))
      .map((name) => readFileSync(join(lib, name), 'utf8'));
    const globals = new Set(
      texts.flatMap((text) =>
        [...text.matchAll(/^(?:declare )?(?:interface|var|type|class|function) (\w+)/gm)].map(
          ([, name]) => name,
        ),
      ),
    );
    expect(globals.size).toBeGreaterThan(1000);
    expect(Object.keys(schemas).filter((name) => globals.has(name) || name in globalThis)).toEqual([]);
  });

  it('no object as a default', () => {
    const values = [...schemasIn(schemas, 'schemas')].map(([at, { default: value }]) => [at, value] as const);
    const objects = values.filter(
      ([, value]) => typeof value === 'object' && value !== null && !Array.isArray(value),
    );
    expect(objects.map(([at]) => at)).toEqual([]);
  });

  it('a union of all events that `event` tells apart', () => {
    const { oneOf = [], discriminator } = schemas['WebhookEvent'] as JsonSchema & {
      discriminator: { propertyName: string; mapping: Record<string, string> };
    };
    expect(discriminator.propertyName).toBe('event');
    expect(Object.keys(discriminator.mapping)).toEqual(Object.keys(document.webhooks));
    expect(oneOf.map(({ $ref }) => $ref)).toEqual(Object.values(discriminator.mapping));
    for (const [type, $ref] of Object.entries(discriminator.mapping)) {
      const schema = schemas[$ref.replace('#/components/schemas/', '')];
      expect(schema).toMatchObject({ title: type, properties: { event: { const: type } } });
      expect(document.webhooks[type]?.post).toMatchObject({ summary: type, tags: ['Events'] });
    }
  });
});
