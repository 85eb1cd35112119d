import { z } from 'zod';
import type { JsonSchema } from './types.ts';

/** Requests are shown as they are sent, responses as they are after validation: defaults and conversions differ. */
export type Direction = 'input' | 'output';

const COMPONENTS = '#/components/schemas/';
const SAFE = Number.MAX_SAFE_INTEGER;

/** The schemas of a document: those with an id in their `.meta()` become components, the others stand in place. */
export class Schemas {
  readonly components: Record<string, JsonSchema> = {};
  readonly #known = { input: new Map<z.ZodType, JsonSchema>(), output: new Map<z.ZodType, JsonSchema>() };

  /** The JSON Schema of a zod schema. Two different schemas of one id are a bug and throw. */
  of(schema: z.ZodType, direction: Direction): JsonSchema {
    const known = this.#known[direction].get(schema);
    if (known !== undefined) return known;
    const { $defs = {}, ...root } = jsonSchemaOf(schema, direction) as JsonSchema & {
      $defs?: Record<string, JsonSchema>;
    };
    for (const [name, definition] of Object.entries($defs)) this.#add(name, normalize(definition));
    const shown = normalize(root);
    this.#known[direction].set(schema, shown);
    return shown;
  }

  /** The same as a component of this name, for schemas that have no id and maybe no description of their own. */
  named(name: string, schema: z.ZodType, direction: Direction, description: string): JsonSchema {
    const found = this.of(schema, direction);
    if (found.$ref !== undefined) return found;
    this.#add(name, { description, ...found });
    return { $ref: COMPONENTS + name };
  }

  /** A schema itself where it is a reference to a component. */
  resolve(schema: JsonSchema): JsonSchema {
    return schema.$ref === undefined ? schema : (this.components[schema.$ref.slice(COMPONENTS.length)] ?? {});
  }

  #add(name: string, schema: JsonSchema): void {
    const { id: _, ...shown } = schema;
    const known = this.components[name];
    if (known === undefined) this.components[name] = shown;
    else if (JSON.stringify(known) !== JSON.stringify(shown)) {
      throw new Error(`two different schemas are called ${name}`);
    }
  }
}

/** What zod derives, with our own examples and what is to be shown in the place of a schema. */
export function jsonSchemaOf(schema: z.ZodType, direction: Direction): JsonSchema {
  const { $schema: _, ...found } = z.toJSONSchema(schema, {
    io: direction,
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema }) => {
      const schema = jsonSchema as JsonSchema;
      const { documentedAs, examples } = z.globalRegistry.get(zodSchema) ?? {};
      if (documentedAs !== undefined)
        replaceSchema(schema, jsonSchemaOf(documentedAs as z.ZodType, direction));
      // zod drops those of what it converts; ours are always as they stand on the wire.
      if (examples !== undefined) schema.examples = examples as unknown[];
      if (zodSchema instanceof z.ZodDefault) schema.default = zodSchema.def.defaultValue;
    },
  });
  return found as JsonSchema;
}

/** Puts another schema in the place of one; what it is called and means stays. */
function replaceSchema(schema: JsonSchema, other: JsonSchema): void {
  const { description = other.description, default: fallback } = schema;
  for (const keyword of Object.keys(schema)) Reflect.deleteProperty(schema, keyword);
  Object.assign(schema, other);
  if (description !== undefined) schema.description = description;
  if (fallback !== undefined) schema.default = fallback;
}

/** What zod derives, in the form that readers and code generators expect. */
function normalize(value: JsonSchema): JsonSchema {
  const schema = removeRedundantKeywords(mapSubschemas(value, normalize));
  if (schema.$ref !== undefined) schema.$ref = schema.$ref.replace('#/$defs/', COMPONENTS);
  return inlineNull(schema);
}

/** Applies a function to the schemas directly inside a schema. */
export function mapSubschemas(schema: JsonSchema, apply: (inner: JsonSchema) => JsonSchema): JsonSchema {
  const mapped = { ...schema };
  if (mapped.properties !== undefined) {
    mapped.properties = Object.fromEntries(
      Object.entries(mapped.properties).map(([name, property]) => [name, apply(property)]),
    );
  }
  if (mapped.items !== undefined) mapped.items = apply(mapped.items);
  if (mapped.anyOf !== undefined) mapped.anyOf = mapped.anyOf.map(apply);
  if (mapped.oneOf !== undefined) mapped.oneOf = mapped.oneOf.map(apply);
  if (typeof mapped.additionalProperties === 'object') {
    mapped.additionalProperties = apply(mapped.additionalProperties);
  }
  return mapped;
}

/** The first property at or below a schema for which this holds, with the names that lead to it; `null` for none. */
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
  for (const alternative of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
    const found = findProperty(alternative, holds, path);
    if (found !== null) return found;
  }
  return null;
}

/** A `format` says it without the pattern, and every number here is a safe one. Responses may gain fields. */
function removeRedundantKeywords(schema: JsonSchema): JsonSchema {
  if (schema['format'] === 'date-time') delete schema['pattern'];
  if (schema['minimum'] === -SAFE) delete schema['minimum'];
  if (schema['maximum'] === SAFE) delete schema['maximum'];
  if (schema['minLength'] === 0) delete schema['minLength'];
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames;
  return schema;
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
