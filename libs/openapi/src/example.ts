import { knownValues } from './response-schema.ts';
import type { Schemas } from './schemas.ts';
import type { JsonSchema } from './types.ts';

/**
 * Builds an example from the examples, defaults and enums of the fields: null only where an example says so. A string that has none is
 * `undefined`, which fails a test.
 */
export function exampleOf(schema: JsonSchema, schemas: Schemas): unknown {
  const [given] = schema.examples ?? [];
  if (given === null) return null;
  const own = given ?? schema.const ?? schema.default;
  if (own !== undefined && own !== null) return own;
  if (schema.$ref !== undefined) return exampleOf(schemas.resolve(schema), schemas);
  const [value] = schema.enum ?? knownValues(schema) ?? [];
  if (value !== undefined) return value;
  const [alternative] = schema.anyOf ?? schema.oneOf ?? [];
  if (alternative !== undefined) return exampleOf(alternative, schemas);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([, { deprecated }]) => deprecated !== true)
          .map(([name, property]) => [name, exampleOf(property, schemas)]),
      );
    case 'array':
      return schema.items === undefined ? [] : [exampleOf(schema.items, schemas)];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return schema['minimum'] ?? 1;
    default:
      return own;
  }
}
