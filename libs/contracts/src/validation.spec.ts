import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { ApiError } from './error.ts';
import { pathOf, validationError } from './validation.ts';

function errorOf(schema: z.ZodType, input: unknown): ApiError {
  const parsed = schema.safeParse(input);
  if (parsed.success) throw new Error('the input is valid');
  return validationError(parsed.error, input);
}

it.each([
  [['subject'], 'subject'],
  [['contact', 'email'], 'contact.email'],
  [['ids', 3], 'ids[3]'],
  [['items', 0, 'tags', 12, 'name'], 'items[0].tags[12].name'],
  [[0], '[0]'],
  [[], ''],
])('the path of a parameter %j is formatted as %s', (path, written) => {
  expect(pathOf(path)).toBe(written);
});

describe('a validation error', () => {
  const schema = z.object({
    subject: z.string(),
    ids: z.array(z.number()).max(2),
    contact: z.object({ email: z.string().min(3) }).optional(),
  });

  it('is a 422 that names the first invalid parameter and lists all', () => {
    const error = errorOf(schema, { ids: [1, 'x'], contact: { email: '' } });
    expect(error.status).toBe(422);
    expect(error.code).toBe('missing_parameter');
    expect(error.param).toBe('subject');
    expect(error.message).toBe('subject: is required');
    expect(error.details?.map(({ code, param }) => [code, param])).toEqual([
      ['missing_parameter', 'subject'],
      ['invalid_parameter', 'ids[1]'],
      ['invalid_parameter', 'contact.email'],
    ]);
  });

  it('uses missing_parameter only if nothing was sent', () => {
    const missing = errorOf(schema, { ids: [] });
    expect(missing.details).toEqual([
      { code: 'missing_parameter', param: 'subject', message: 'is required' },
    ]);
    expect(errorOf(schema, { subject: null, ids: [] }).code).toBe('invalid_parameter');
    expect(errorOf(schema, { subject: 0, ids: [] }).code).toBe('invalid_parameter');
    expect(errorOf(schema, { subject: '', ids: [], contact: {} }).param).toBe('contact.email');
    expect(errorOf(schema, { subject: '', ids: [], contact: {} }).code).toBe('missing_parameter');
  });

  it('says what is wrong with an item of a text that is split', () => {
    const list = z.string().transform((text) => text.split(','));
    const split = z.object({ ips: list.pipe(z.array(z.ipv4('must be an address'))) });
    expect(errorOf(split, { ips: '10.0.0.1,10.0.0.0/33' })).toMatchObject({
      code: 'invalid_parameter',
      message: 'ips[1]: must be an address',
    });
  });

  it('distinguishes a list that is too long from a text that is too long', () => {
    expect(errorOf(schema, { subject: '', ids: [1, 2, 3] })).toMatchObject({
      code: 'too_many_items',
      param: 'ids',
    });
    expect(errorOf(z.object({ name: z.string().max(1) }), { name: 'xx' }).code).toBe('invalid_parameter');
  });

  it('uses the code and message of a rule that defines them', () => {
    const either = z
      .object({ email: z.string().optional(), id: z.string().optional() })
      .refine((value) => value.email ?? value.id, {
        path: ['email'],
        message: 'is required (or id)',
        params: { code: 'missing_parameter' },
      });
    expect(errorOf(z.object({ contact: either }), { contact: {} }).details).toEqual([
      { code: 'missing_parameter', param: 'contact.email', message: 'is required (or id)' },
    ]);
  });

  it('reports a part of a text that a rule rejects as invalid, not as missing', () => {
    const list = z
      .string()
      .transform((value) => value.split(','))
      .pipe(z.array(z.string().refine((value) => value !== 'b', 'must not be b')));
    expect(errorOf(z.object({ list }), { list: 'a,b' }).details).toEqual([
      { code: 'invalid_parameter', param: 'list[1]', message: 'must not be b' },
    ]);
  });

  it('names no parameter if the input as a whole is invalid', () => {
    const error = errorOf(schema, 'text');
    expect(error.code).toBe('invalid_parameter');
    expect(error.param).toBeUndefined();
    expect(error.details?.[0]).not.toHaveProperty('param');
  });
});

describe('the message of a validation error', () => {
  const schema = z.object({
    text: z.string().min(2).max(3),
    list: z.array(z.int()).min(1).max(2),
    number: z.number().min(1).max(5),
    flag: z.boolean(),
    kind: z.enum(['a', 'b']),
    only: z.literal('x'),
    time: z.iso.datetime(),
    nested: z.object({}),
    either: z.union([z.string(), z.number()]),
    shape: z.discriminatedUnion('type', [
      z.object({ type: z.literal('p') }),
      z.object({ type: z.literal('q') }),
    ]),
    keys: z.record(z.string().max(2), z.string()),
  });
  const valid = {
    text: 'ab',
    list: [1],
    number: 1,
    flag: true,
    kind: 'a',
    only: 'x',
    time: '2026-11-21T06:30:00Z',
    nested: {},
    either: 1,
    shape: { type: 'p' },
    keys: {},
  };

  it.each<[string, unknown, string]>([
    ['text', 5, 'text: must be a string'],
    ['text', 'a', 'text: must have at least 2 characters'],
    ['text', 'abcd', 'text: must have at most 3 characters'],
    ['list', 'a', 'list: must be an array'],
    ['list', [], 'list: must not be empty'],
    ['list', [1, 2, 3], 'list: must have at most 2 items'],
    ['list', [1.5], 'list[0]: must be a whole number'],
    ['number', NaN, 'number: must be a number'],
    ['number', 0, 'number: must be at least 1'],
    ['number', 6, 'number: must be at most 5'],
    ['flag', 'yes', 'flag: must be true or false'],
    ['kind', 'c', 'kind: must be one of a, b'],
    ['only', 'y', 'only: must be x'],
    ['time', 'soon', 'time: must be an ISO 8601 datetime'],
    ['nested', null, 'nested: must be an object'],
    ['either', null, 'either: must be a string, or must be a number'],
    ['shape', { type: 'r' }, 'shape.type: must be one of p, q'],
    ['keys', { abc: '' }, 'keys.abc: has an invalid key: must have at most 2 characters'],
    ['flag', undefined, 'flag: is required'],
  ])('for %s %j is "%s"', (name, value, message) => {
    expect(errorOf(schema, { ...valid, [name]: value }).message).toBe(message);
  });
});
