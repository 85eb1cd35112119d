import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { isWithMeta, splitRoute } from '../operation.ts';
import { consoleOperations } from './registry.ts';

const named = consoleOperations.map((operation) => [operation.id, operation] as const);

describe('a console operation', () => {
  it.each(named)('%s names the parameters of its path', (_, { route, params }) => {
    const inPath = [...splitRoute(route).path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys((params as z.ZodObject | undefined)?.shape ?? {})).toEqual(inPath);
  });

  it.each(named)('%s is a route of the console without a version, and reads by GET alone', (_, operation) => {
    const { route, body, query } = operation;
    const { method, path } = splitRoute(route);
    expect(path).toMatch(/^(?:\/(?:[a-z]+(?:-[a-z]+)*|\{[a-z_]+\}))+$/);
    expect(method === 'GET' ? body : query).toBeUndefined();
  });

  it.each(named)('%s answers content unless its status is 204', (_, { status, response }) => {
    const isEmpty = 'kind' in response && response.kind === 'no_content';
    expect(isEmpty).toBe(status === 204);
    const schemas = isWithMeta(response) ? [response.data, response.meta] : isEmpty ? [] : [response];
    for (const schema of schemas) expect(() => z.toJSONSchema(schema as z.ZodType)).not.toThrow();
  });
});
