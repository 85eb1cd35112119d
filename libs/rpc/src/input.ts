import { notFound, validationError, type Operation, type Procedure } from '@parley/contracts';
import { z } from 'zod';

type Parts = Pick<Operation, 'params' | 'query' | 'body'>;

function inputSchemaOf(operation: Parts): z.ZodType {
  const shape: Record<string, z.ZodType> = {};
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = operation[part];
    // A caller without parameters may have no query at all.
    if (schema !== undefined) shape[part] = part === 'query' ? schema.prefault({}) : schema;
  }
  return z.object(shape);
}

/** Parses the input of an operation. Throws 422 that names invalid parameters; 404 for those of the path. */
export function inputParserOf(operation: Parts): (input: unknown) => unknown {
  const schema = inputSchemaOf(operation);
  return (sent) => {
    const input = sent ?? {};
    const parsed = schema.safeParse(input);
    if (parsed.success) return parsed.data;
    if (parsed.error.issues.some((issue) => issue.path[0] === 'params')) throw notFound('resource');
    // Errors name body and query fields as the client does, without the part of the request.
    const issues = parsed.error.issues.map((issue) => ({ ...issue, path: issue.path.slice(1) }));
    const { query, body } = input as { query?: object; body?: object };
    throw validationError(new z.ZodError(issues), { ...query, ...body });
  };
}

/** Parses an input as its handler would. */
export function parseInput(procedure: Procedure, input: unknown) {
  return procedure.kind === 'call'
    ? procedure.input.safeParse(input)
    : inputSchemaOf(procedure).safeParse(input ?? {});
}
