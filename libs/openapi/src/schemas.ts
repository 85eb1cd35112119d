import { z } from 'zod';
import { mapSubschemas, openToNewValues } from './response-schema.ts';
import type { JsonSchema } from './types.ts';

/** Requests are documented before parsing, responses after it: defaults and conversions differ. */
export type Direction = 'input' | 'output';

const COMPONENTS = '#/components/schemas/';
const SAFE = Number.MAX_SAFE_INTEGER;

/** Collects schemas with an `id` in their metadata as components; the others are inlined. */
export class Schemas {
  readonly components: Record<string, JsonSchema> = {};
  readonly #known = { input: new Map<z.ZodType, JsonSchema>(), output: new Map<z.ZodType, JsonSchema>() };

  /** Throws if two different schemas have the same id. */
  of(schema: z.ZodType, direction: Direction): JsonSchema {
    const known = this.#known[direction].get(schema);
    if (known !== undefined) return known;
    const { $defs = {}, ...root } = jsonSchemaOf(schema, direction);
    const forReaders = (one: JsonSchema) =>
      normalize(direction === 'output' ? openToNewValues(one, $defs) : one);
    for (const [name, definition] of Object.entries($defs))
      if (direction === 'input' || definition.enum === undefined) this.#add(name, forReaders(definition));
    const normalized = forReaders(root);
    this.#known[direction].set(schema, normalized);
    return normalized;
  }

  /** Adds a schema that has no id as a component of this name. */
  named(name: string, schema: JsonSchema, description: string): JsonSchema {
    if (schema.$ref !== undefined) return schema;
    this.#add(name, { description, ...schema });
    return { $ref: COMPONENTS + name };
  }

  resolve(schema: JsonSchema): JsonSchema {
    return schema.$ref === undefined ? schema : (this.components[schema.$ref.slice(COMPONENTS.length)] ?? {});
  }

  #add(name: string, schema: JsonSchema): void {
    const { id: _, ...component } = schema;
    const known = this.components[name];
    if (known === undefined) this.components[name] = component;
    else if (JSON.stringify(known) !== JSON.stringify(component)) {
      throw new Error(`Two different schemas have the id ${name}`);
    }
  }
}

/** The JSON Schema derived by zod, with examples and `documentedAs` applied. */
export function jsonSchemaOf(schema: z.ZodType, direction: Direction): JsonSchema {
  const definitions: Record<string, JsonSchema> = {};
  const {
    $schema: _,
    $defs,
    ...found
  } = z.toJSONSchema(schema, {
    io: direction,
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema }) => {
      const schema = jsonSchema as JsonSchema;
      const { documentedAs, examples } = z.globalRegistry.get(zodSchema) ?? {};
      if (documentedAs !== undefined) {
        const { $defs: own = {}, ...documented } = jsonSchemaOf(documentedAs as z.ZodType, direction);
        Object.assign(definitions, own);
        replaceSchema(schema, documented);
      }
      // zod drops the examples of transformed schemas; ours always show the wire format.
      if (examples !== undefined) schema.examples = examples as unknown[];
      if (zodSchema instanceof z.ZodDefault) schema.default = zodSchema.def.defaultValue;
    },
  });
  Object.assign(definitions, $defs);
  return { ...(found as JsonSchema), ...(Object.keys(definitions).length > 0 ? { $defs: definitions } : {}) };
}

/** Replaces a schema and keeps its description and default. */
function replaceSchema(schema: JsonSchema, other: JsonSchema): void {
  const { description = other.description, default: fallback } = schema;
  for (const keyword of Object.keys(schema)) Reflect.deleteProperty(schema, keyword);
  Object.assign(schema, other);
  if (description !== undefined) schema.description = description;
  if (fallback !== undefined) schema.default = fallback;
}

/** Rewrites a derived schema to the form that readers and code generators expect. */
function normalize(value: JsonSchema): JsonSchema {
  const schema = removeRedundantKeywords(mapSubschemas(value, normalize));
  if (schema.$ref !== undefined) schema.$ref = schema.$ref.replace('#/$defs/', COMPONENTS);
  return inlineNull(schema);
}

/** Depth-first search for a property, with its path. */
export function findProperty(
  schema: JsonSchema,
  holds: (schema: JsonSchema) => boolean,
  path: readonly string[] = [],
): { path: readonly string[]; schema: JsonSchema } | null {
  if (holds(schema)) return { path, schema };
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const found = findProperty(property, holds, [...path, name]);
    if (found !== null) return found;
  }
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return alternatives.map((one) => findProperty(one, holds, path)).find((found) => found !== null) ?? null;
}

/** `format` implies the pattern, all numbers are safe integers, and responses may gain fields. */
function removeRedundantKeywords(schema: JsonSchema): JsonSchema {
  if (schema['format'] === 'date-time') delete schema['pattern'];
  if (schema['minimum'] === -SAFE) delete schema['minimum'];
  if (schema['maximum'] === SAFE) delete schema['maximum'];
  if (schema['minLength'] === 0) delete schema['minLength'];
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (isObject(schema.default)) return withDefaultInWords(schema);
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames;
  return schema;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Code generators cannot express an object as a default. Contracts describe one that is not empty, as its fields say theirs. */
function withDefaultInWords({ default: fallback, ...schema }: JsonSchema): JsonSchema {
  const haveDefaults = Object.values(schema.properties ?? {}).some((field) => field.default !== undefined);
  if (haveDefaults || Object.keys(fallback as object).length > 0) return schema;
  const { description } = schema;
  return {
    ...schema,
    description: description === undefined ? 'Empty by default' : `${description}; empty by default`,
  };
}

/** `{anyOf: [{type: string}, {type: null}]}` as `{type: [string, null]}`. */
function inlineNull(schema: JsonSchema): JsonSchema {
  const [first, second, third] = schema.anyOf ?? [];
  if (first === undefined || second?.type !== 'null' || third !== undefined) return schema;
  if (typeof first.type !== 'string' || first.properties !== undefined || first.const !== undefined)
    return schema;
  const { anyOf: _, ...own } = schema;
  const values = first.enum === undefined ? {} : { enum: [...first.enum, null] };
  return { ...first, ...own, type: [first.type, 'null'], ...values };
}
