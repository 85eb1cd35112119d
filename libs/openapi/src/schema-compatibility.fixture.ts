import type { JsonSchema } from './types.ts';

/** A schema and the document that resolves its references. */
export interface SchemaIn {
  readonly schema: JsonSchema;
  readonly document: { readonly components: { readonly schemas: Record<string, JsonSchema> } };
}

const LOWER_BOUNDS = ['minimum', 'minLength', 'minItems'];
const UPPER_BOUNDS = ['maximum', 'maxLength', 'maxItems'];

/** Values that the first schema accepts and the second rejects or interprets differently. */
export function breakingRequestChanges(before: SchemaIn, after: SchemaIn, at: string): string[] {
  const [old, now] = [resolved(before), resolved(after)];
  if (isChoice(old) || isChoice(now)) {
    const accepted = choices(now);
    return choices(old)
      .filter((one) => !accepted.some((other) => breakingRequestChanges(one, other, at).length === 0))
      .map(() => `${at} no longer accepts one of its alternatives`);
  }
  return [
    ...typeChanges(old.schema, now.schema, at),
    ...enumChanges(old.schema, now.schema, at),
    ...constraintChanges(old.schema, now.schema, at),
    ...(JSON.stringify(old.schema.default) === JSON.stringify(now.schema.default)
      ? []
      : [`${at} has a different default`]),
    ...(now.schema.required ?? [])
      .filter((name) => !(old.schema.required ?? []).includes(name))
      .map((name) => `${at}.${name} became required`),
    ...nestedChanges(old, now, at, breakingRequestChanges),
  ];
}

/** Guarantees of the first schema that responses of the second break. Clients must ignore new fields and enum values. */
export function breakingResponseChanges(before: SchemaIn, after: SchemaIn, at: string): string[] {
  const [old, now] = [resolved(before), resolved(after)];
  if (isChoice(old) || isChoice(now)) {
    const known = choices(old);
    return choices(now)
      .filter((one) => !known.some((other) => breakingResponseChanges(other, one, at).length === 0))
      .map(() => `${at} has an incompatible new alternative`);
  }
  return [
    ...typeChanges(now.schema, old.schema, at),
    ...(old.schema['format'] === now.schema['format'] ? [] : [`${at} has a different format`]),
    ...(old.schema.const === now.schema.const ? [] : [`${at} has a different value`]),
    ...(old.schema.required ?? [])
      .filter((name) => now.schema.properties?.[name] !== undefined)
      .filter((name) => !(now.schema.required ?? []).includes(name))
      .map((name) => `${at}.${name} became optional`),
    ...nestedChanges(old, now, at, breakingResponseChanges),
  ];
}

function resolved({ schema, document }: SchemaIn): SchemaIn {
  const name = schema.$ref?.replace('#/components/schemas/', '');
  const component = name === undefined ? undefined : document.components.schemas[name];
  return component === undefined ? { schema, document } : resolved({ schema: component, document });
}

const isChoice = ({ schema }: SchemaIn): boolean => (schema.anyOf ?? schema.oneOf) !== undefined;
const choices = ({ schema, document }: SchemaIn): SchemaIn[] =>
  (schema.anyOf ?? schema.oneOf ?? [schema]).map((one) => ({ schema: one, document }));

const typesOf = ({ type }: JsonSchema): string[] | undefined => (typeof type === 'string' ? [type] : type);

/** An integer may become a number, but not the reverse. */
function typeChanges(from: JsonSchema, to: JsonSchema, at: string): string[] {
  const [given, taken] = [typesOf(from), typesOf(to)];
  if (taken === undefined) return [];
  const others = (given ?? ['anything']).filter(
    (type) => !taken.includes(type) && !(type === 'integer' && taken.includes('number')),
  );
  return others.length === 0
    ? []
    : [`${at} has an incompatible type: ${others.join(', ')} instead of ${taken.join(', ')}`];
}

function enumChanges(old: JsonSchema, now: JsonSchema, at: string): string[] {
  const valuesOf = ({ enum: values, const: value }: JsonSchema) =>
    values ?? (value === undefined ? undefined : [value]);
  const [given, taken] = [valuesOf(old), valuesOf(now)];
  if (taken === undefined) return [];
  if (given === undefined) return [`${at} accepts only ${taken.join(', ')}`];
  const refused = given.filter((value) => !taken.includes(value));
  return refused.length === 0 ? [] : [`${at} no longer accepts ${refused.join(', ')}`];
}

function constraintChanges(old: JsonSchema, now: JsonSchema, at: string): string[] {
  const bound = (schema: JsonSchema, keyword: string, none: number) =>
    (schema[keyword] as number | undefined) ?? none;
  const narrower = [
    ...LOWER_BOUNDS.filter((keyword) => bound(now, keyword, -Infinity) > bound(old, keyword, -Infinity)),
    ...UPPER_BOUNDS.filter((keyword) => bound(now, keyword, Infinity) < bound(old, keyword, Infinity)),
    ...['pattern', 'format'].filter((keyword) => now[keyword] !== undefined && now[keyword] !== old[keyword]),
  ];
  return narrower.map((keyword) => `${at} has a stricter ${keyword}`);
}

/** Removed fields, and changes of nested schemas. */
function nestedChanges(
  old: SchemaIn,
  now: SchemaIn,
  at: string,
  compare: (before: SchemaIn, after: SchemaIn, at: string) => string[],
): string[] {
  const pairs: [JsonSchema | undefined, JsonSchema | undefined, string][] = Object.entries(
    old.schema.properties ?? {},
  ).map(([name, property]) => [property, now.schema.properties?.[name], `${at}.${name}`]);
  if (typeof old.schema.additionalProperties === 'object')
    pairs.push([old.schema.additionalProperties, asSchema(now.schema.additionalProperties), `${at}.*`]);
  if (old.schema.items !== undefined) pairs.push([old.schema.items, now.schema.items ?? {}, `${at}[]`]);
  return pairs.flatMap(([before = {}, after, path]) =>
    after === undefined
      ? [`${path} was removed`]
      : compare({ ...old, schema: before }, { ...now, schema: after }, path),
  );
}

const asSchema = (value: boolean | JsonSchema | undefined): JsonSchema | undefined =>
  value === true || value === undefined ? {} : value === false ? undefined : value;
