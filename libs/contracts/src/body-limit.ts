import { z } from 'zod';
import type { Operation } from './operation.ts';

const KIB = 1024;

/** Largest request body of any operation, in bytes. */
export const BODY_BYTES_MAX = 1024 * KIB;

/** Fields and files of a form together. The largest form of ours has 13. */
export const FORM_PARTS_MAX = 100;

/** Every operation accepts this much, so that a field that is somewhat too long is reported by name. */
const BODY_BYTES_MIN = 128 * KIB;

/** Custom fields of 16 KiB in which every character is escaped. */
const RECORD_BYTES = 6 * 16 * KIB;
/** Ids, dates and names of events, whose schemas have no maximum length but a form. */
const WORD_BYTES = KIB;
const SCALAR_BYTES = 32;

/** Bytes that an operation accepts: twice what its schema allows, rounded up to a power of two; a character takes 6 (`\u00e4`). */
export function bodyLimitOf({ body }: Pick<Operation, 'body'>): number {
  if (body === undefined) return BODY_BYTES_MIN;
  const power = 2 ** Math.ceil(Math.log2(2 * largestOf(body)));
  return Math.min(Math.max(power, BODY_BYTES_MIN), BODY_BYTES_MAX);
}

type Schema = z.core.JSONSchema.BaseSchema;

function largestOf(sent: z.ZodType): number {
  const schema = z.toJSONSchema(sent, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      const { documentedAs } = z.globalRegistry.get(zodSchema) ?? {};
      // Of a value that is transformed, zod may derive no form.
      if (documentedAs instanceof z.ZodType) jsonSchema['maxBytes'] = largestOf(documentedAs);
    },
  });
  return largest(schema, schema.$defs ?? {});
}

/** Bytes of the largest JSON text of a schema, without optional whitespace. */
function largest(schema: Schema | boolean, definitions: Readonly<Record<string, Schema>>): number {
  if (typeof schema === 'boolean') return RECORD_BYTES;
  const of = (inner: Schema | boolean): number => largest(inner, definitions);
  const { maxBytes, $ref, anyOf, oneOf, enum: values, type, properties, items, maxItems, maxLength } = schema;
  if (typeof maxBytes === 'number') return maxBytes;
  if ($ref !== undefined) return of(definitions[$ref.replace('#/$defs/', '')] ?? true);
  const alternatives = anyOf ?? oneOf;
  if (alternatives !== undefined) return Math.max(...alternatives.map(of));
  if (values !== undefined) return Math.max(...values.map((value) => JSON.stringify(value).length));
  switch (type) {
    case 'string':
      return maxLength === undefined ? WORD_BYTES : 6 * maxLength + 2;
    case 'array':
      return maxItems === undefined
        ? RECORD_BYTES
        : maxItems * (of((items as Schema | undefined) ?? true) + 1);
    case 'object':
      if (properties === undefined) return RECORD_BYTES;
      return Object.entries(properties).reduce((sum, [name, value]) => sum + name.length + 4 + of(value), 2);
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return SCALAR_BYTES;
    default:
      return RECORD_BYTES;
  }
}
