import type { JsonSchema, OpenApiDocument } from './types.ts';

/** A schema in the document whose components it refers to. */
export interface SchemaIn {
  readonly schema: JsonSchema;
  readonly document: OpenApiDocument;
}

const LOWER_BOUNDS = ['minimum', 'minLength', 'minItems'];
const UPPER_BOUNDS = ['maximum', 'maxLength', 'maxItems'];

/**
 * What callers who send what the first schema allows meet with the second: each entry says what is refused now, or is
 * taken otherwise than before.
 */
export function breakingRequestChanges(before: SchemaIn, after: SchemaIn, at: string): string[] {
  const [old, now] = [resolved(before), resolved(after)];
  if (isChoice(old) || isChoice(now)) {
    const accepted = choices(now);
    return choices(old)
      .filter((one) => !accepted.some((other) => breakingRequestChanges(one, other, at).length === 0))
      .map(() => `${at} no longer accepts all that it did`);
  }
  return [
    ...typeChanges(old.schema, now.schema, at),
    ...enumChanges(old.schema, now.schema, at),
    ...constraintChanges(old.schema, now.schema, at),
    ...(JSON.stringify(old.schema.default) === JSON.stringify(now.schema.default)
      ? []
      : [`${at} has another default`]),
    ...(now.schema.required ?? [])
      .filter((name) => !(old.schema.required ?? []).includes(name))
      .map((name) => `${at}.${name} is required now`),
    ...nestedChanges(old, now, at, breakingRequestChanges),
  ];
}

/**
 * What callers who rely on the first schema miss in answers of the second. New fields and new values of a vocabulary are
 * no breaks: callers ignore what they do not know.
 */
export function breakingResponseChanges(before: SchemaIn, after: SchemaIn, at: string): string[] {
  const [old, now] = [resolved(before), resolved(after)];
  if (isChoice(old) || isChoice(now)) {
    const known = choices(old);
    return choices(now)
      .filter((one) => !known.some((other) => breakingResponseChanges(other, one, at).length === 0))
      .map(() => `${at} may be something that it never was`);
  }
  return [
    ...typeChanges(now.schema, old.schema, at),
    ...(old.schema['format'] === now.schema['format'] ? [] : [`${at} has another format`]),
    ...(old.schema.const === now.schema.const ? [] : [`${at} has another value`]),
    ...(old.schema.required ?? [])
      .filter((name) => now.schema.properties?.[name] !== undefined)
      .filter((name) => !(now.schema.required ?? []).includes(name))
      .map((name) => `${at}.${name} may be absent now`),
    ...nestedChanges(old, now, at, breakingResponseChanges),
  ];
}

/** Follows references to the components of the schema's own document. */
function resolved({ schema, document }: SchemaIn): SchemaIn {
  const name = schema.$ref?.replace('#/components/schemas/', '');
  const component = name === undefined ? undefined : document.components.schemas[name];
  return component === undefined ? { schema, document } : resolved({ schema: component, document });
}

const isChoice = ({ schema }: SchemaIn): boolean => (schema.anyOf ?? schema.oneOf) !== undefined;
const choices = ({ schema, document }: SchemaIn): SchemaIn[] =>
  (schema.anyOf ?? schema.oneOf ?? [schema]).map((one) => ({ schema: one, document }));

const typesOf = ({ type }: JsonSchema): string[] | undefined => (typeof type === 'string' ? [type] : type);

/** Types of the one that the other does not have. A number may be where an integer was, but not the reverse. */
function typeChanges(from: JsonSchema, to: JsonSchema, at: string): string[] {
  const [given, taken] = [typesOf(from), typesOf(to)];
  if (taken === undefined) return [];
  const others = (given ?? ['anything']).filter(
    (type) => !taken.includes(type) && !(type === 'integer' && taken.includes('number')),
  );
  return others.length === 0
    ? []
    : [`${at} has another type: ${others.join(', ')} against ${taken.join(', ')}`];
}

function enumChanges(old: JsonSchema, now: JsonSchema, at: string): string[] {
  const valuesOf = ({ enum: values, const: value }: JsonSchema) =>
    values ?? (value === undefined ? undefined : [value]);
  const [given, taken] = [valuesOf(old), valuesOf(now)];
  if (taken === undefined) return [];
  if (given === undefined) return [`${at} takes only ${taken.join(', ')} now`];
  const refused = given.filter((value) => !taken.includes(value));
  return refused.length === 0 ? [] : [`${at} no longer takes ${refused.join(', ')}`];
}

function constraintChanges(old: JsonSchema, now: JsonSchema, at: string): string[] {
  const bound = (schema: JsonSchema, keyword: string, none: number) =>
    (schema[keyword] as number | undefined) ?? none;
  const narrower = [
    ...LOWER_BOUNDS.filter((keyword) => bound(now, keyword, -Infinity) > bound(old, keyword, -Infinity)),
    ...UPPER_BOUNDS.filter((keyword) => bound(now, keyword, Infinity) < bound(old, keyword, Infinity)),
    ...['pattern', 'format'].filter((keyword) => now[keyword] !== undefined && now[keyword] !== old[keyword]),
  ];
  return narrower.map((keyword) => `${at} has a narrower ${keyword}`);
}

/** Fields that are gone, and the breaks of what is inside a schema. */
function nestedChanges(
  old: SchemaIn,
  now: SchemaIn,
  at: string,
  breaksOf: (before: SchemaIn, after: SchemaIn, at: string) => string[],
): string[] {
  const pairs: [JsonSchema | undefined, JsonSchema | undefined, string][] = Object.entries(
    old.schema.properties ?? {},
  ).map(([name, property]) => [property, now.schema.properties?.[name], `${at}.${name}`]);
  if (typeof old.schema.additionalProperties === 'object')
    pairs.push([old.schema.additionalProperties, asSchema(now.schema.additionalProperties), `${at}.*`]);
  if (old.schema.items !== undefined) pairs.push([old.schema.items, now.schema.items ?? {}, `${at}[]`]);
  return pairs.flatMap(([before = {}, after, place]) =>
    after === undefined
      ? [`${place} is gone`]
      : breaksOf({ ...old, schema: before }, { ...now, schema: after }, place),
  );
}

const asSchema = (value: boolean | JsonSchema | undefined): JsonSchema | undefined =>
  value === true || value === undefined ? {} : value === false ? undefined : value;
