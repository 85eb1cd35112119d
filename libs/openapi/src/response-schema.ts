import type { JsonSchema } from './types.ts';

/** Keyword of the values that a string of a response has at present; later versions may add others. */
const KNOWN_VALUES = 'x-extensible-enum';
/** More values are not repeated in the description. */
const LISTED_MAX = 8;

const CONSTRAINTS = ['pattern', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum'];

/**
 * A schema of responses without what docs/compatibility.md does not promise: enums become strings that name their known
 * values, and limits of requests, which may be relaxed, are omitted.
 * @param definitions the named schemas that it refers to.
 */
export function openToNewValues(
  schema: JsonSchema,
  definitions: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const named = definitions[schema.$ref?.replace('#/$defs/', '') ?? ''];
  if (named?.enum !== undefined) {
    const { $ref: _, ...own } = schema;
    return openEnum({ ...named, ...own });
  }
  const mapped = mapSubschemas(schema, (inner) => openToNewValues(inner, definitions));
  for (const keyword of CONSTRAINTS) Reflect.deleteProperty(mapped, keyword);
  return openEnum(mapped);
}

/** The values that a string of a response has at present; `undefined` if they are not listed. */
export function knownValues(schema: JsonSchema): readonly string[] | undefined {
  return schema[KNOWN_VALUES] as readonly string[] | undefined;
}

function openEnum(schema: JsonSchema): JsonSchema {
  const { enum: values, id: _, ...rest } = schema;
  if (values === undefined) return schema;
  const quoted = values.map((value) => `\`${String(value)}\``);
  const { description = '' } = rest;
  const isListed = values.length > LISTED_MAX || quoted.every((value) => description.includes(value));
  return {
    ...rest,
    description: isListed ? description : `${description} (${quoted.join(', ')})`,
    [KNOWN_VALUES]: values,
  };
}

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
