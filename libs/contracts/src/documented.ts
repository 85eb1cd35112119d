// Schemas together with what the API document says of them.
import { z } from 'zod';

const meta = <Value>(description: string, example: Value | undefined) =>
  example === undefined ? { description } : { description, examples: [example] };

export const string = (description: string, example?: string) => z.string().meta(meta(description, example));

export const nullableString = (description: string, example?: string) =>
  z.string().nullable().meta(meta(description, example));

export const optionalString = (description: string, example: string) =>
  z.string().optional().meta(meta(description, example));

export const integer = (description: string, example?: number) => z.int().meta(meta(description, example));

export const nullableInteger = (description: string, example: number) =>
  z.int().nullable().meta(meta(description, example));

/** An object that is a named schema in the API document. */
export const component = <Shape extends z.ZodRawShape>(id: string, description: string, shape: Shape) =>
  z.object(shape).meta({ id, description });

/** Documents a schema as another one where zod cannot derive it, such as a number that arrives as text in a query. */
export function documentedAs<Schema extends z.ZodType>(schema: Schema, documented: z.ZodType): Schema {
  return schema.meta({ documentedAs: documented });
}

const changing = new WeakSet<z.ZodType>();

/** A field of a record that changes without a change of the record: an update may repeat any value that it had. */
export function changesByItself<Schema extends z.ZodType>(schema: Schema): Schema {
  changing.add(schema);
  return schema;
}

export const doesChangeByItself = (schema: z.ZodType): boolean => changing.has(schema);
