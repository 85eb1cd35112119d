import type { Operation, Procedure } from '@parley/contracts';
import { z } from 'zod';

/** The schema of the input of an operation, as one object. */
export function inputSchemaOf(operation: Operation): z.ZodType {
  const shape: Record<string, z.ZodType> = {};
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = operation[part];
    if (schema !== undefined) shape[part] = schema;
  }
  return z.object(shape);
}

/** Parses an input as its handler would; `undefined` if there is no such procedure. */
export function parseInput(
  procedure: Procedure | undefined,
  input: unknown,
): z.ZodSafeParseResult<unknown> | undefined {
  if (procedure === undefined) return undefined;
  return procedure.kind === 'call'
    ? procedure.input.safeParse(input)
    : inputSchemaOf(procedure).safeParse(input ?? {});
}
