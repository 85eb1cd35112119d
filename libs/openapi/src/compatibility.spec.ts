import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { defineEvent, idOf, noContent, type Operation } from '@parley/contracts';
import { findBreakingChanges } from './compatibility.fixture.ts';
import { openApiDocument } from './document.ts';
import type { OpenApiDocument } from './types.ts';

const root = join(import.meta.dirname, '../../..');

it('the API is compatible with the released one (docs/compatibility.md says what to do if not)', () => {
  const released = readFileSync(join(root, 'openapi/released.json'), 'utf8');
  expect(findBreakingChanges(JSON.parse(released) as OpenApiDocument, openApiDocument())).toEqual([]);
});

const body = {
  name: z.string().max(10),
  colour: z.enum(['red', 'green']).optional(),
  size: z.int().min(1).optional(),
  owner: z.object({ id: z.string() }).nullable().optional(),
};
const answer = {
  id: z.string(),
  name: z.string(),
  state: z.enum(['new', 'old']),
  at: z.iso.datetime(),
  parts: z.array(z.object({ weight: z.number() })),
  by: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('user'), id: z.string() }),
    z.object({ kind: z.literal('key'), id: z.string() }),
  ]),
};
const operation: Operation = {
  kind: 'operation',
  id: 'ticket.create',
  service: 'ticket',
  route: 'POST /v1/tickets',
  status: 201,
  scope: { anyOf: ['tickets:write', 'contacts:write'] },
  summary: 'Create',
  query: z.object({ filter: z.string().optional() }),
  body: z.object(body),
  response: z.object(answer),
};
const eventOf = (data: z.ZodType<{ id: string }>) =>
  defineEvent({ type: 'ticket.created', summary: 'New', data });
const event = eventOf(z.object({ id: idOf('ticket'), name: z.string() }));

const before = openApiDocument([operation], [event]);
/** The breaks of an operation that differs from the one above. */
const breaks = (changes: Partial<Operation>) =>
  findBreakingChanges(before, openApiDocument([{ ...operation, ...changes }], [event]));
const bodyChanges = (changes: z.ZodRawShape) => breaks({ body: z.object({ ...body, ...changes }) });
const responseChanges = (changes: z.ZodRawShape) => breaks({ response: z.object({ ...answer, ...changes }) });
const at = (text: string) => [`POST /v1/tickets: ${text}`];

describe('a document remains compatible if', () => {
  it('it is unchanged', () => {
    expect(breaks({})).toEqual([]);
  });

  it.each<[string, string[]]>([
    ['a request may have more fields', bodyChanges({ more: z.string().optional() })],
    ['a vocabulary of a request grows', bodyChanges({ colour: z.enum(['red', 'green', 'blue']).optional() })],
    ['a limit of a request widens', bodyChanges({ name: z.string().max(20), size: z.int().optional() })],
    ['a field of a request takes null too', bodyChanges({ name: z.string().max(10).nullable() })],
    ['a field of a request need no longer be there', bodyChanges({ name: z.string().max(10).optional() })],
    ['an answer gains a field', responseChanges({ more: z.string() })],
    [
      'an answer gains a field deep inside',
      responseChanges({ parts: z.array(z.object({ weight: z.number(), height: z.number() })) }),
    ],
    ['a vocabulary of an answer grows', responseChanges({ state: z.enum(['new', 'old', 'lost']) })],
    [
      'an answer is always null where it could be',
      responseChanges({ parts: z.array(z.object({ weight: z.int() })) }),
    ],
    [
      'a parameter is added',
      breaks({ query: z.object({ filter: z.string().optional(), q: z.string().optional() }) }),
    ],
    [
      'another scope suffices too',
      breaks({ scope: { anyOf: ['tickets:write', 'contacts:write', 'files:write'] } }),
    ],
    ['any token will do', breaks({ scope: 'any-token' })],
    [
      'a form with files is accepted too',
      breaks({
        multipart: { part: 'files', required: false },
        body: z.object({ ...body, files: z.array(z.string()).optional() }),
      }),
    ],
    ['an error is added', breaks({ errors: ['not_found'] })],
    ['it is deprecated', breaks({ deprecated: { since: '2026-11-21' } })],
    [
      'an operation is added',
      findBreakingChanges(
        before,
        openApiDocument(
          [operation, { ...operation, id: 'ticket.read', route: 'PATCH /v1/tickets' }],
          [event],
        ),
      ),
    ],
    [
      'an event gains a field',
      findBreakingChanges(
        before,
        openApiDocument(
          [operation],
          [eventOf(z.object({ id: idOf('ticket'), name: z.string(), more: z.string() }))],
        ),
      ),
    ],
  ])('%s', (_, found) => {
    expect(found).toEqual([]);
  });
});

describe('a document breaks clients if', () => {
  it('an operation is removed or renamed', () => {
    expect(findBreakingChanges(before, openApiDocument([], [event]))).toEqual([
      'POST /v1/tickets was removed',
      'the schema CreateTicketRequest was removed',
      ...['ErrorBody', 'ErrorDetail', 'ErrorResponse'].map((name) => `the schema ${name} was removed`),
    ]);
    expect(breaks({ id: 'ticket.open' })).toEqual([
      ...at('operationId createTicket changed'),
      'the schema CreateTicketRequest was removed',
    ]);
  });

  it('an operation accepts fewer scopes or requires one', () => {
    expect(breaks({ scope: 'tickets:write' })).toEqual(at('the scope contacts:write is no longer accepted'));
    const open = openApiDocument([{ ...operation, scope: 'any-token' }], [event]);
    expect(findBreakingChanges(open, before)).toContain(
      'POST /v1/tickets: the scope tickets:write or contacts:write became required',
    );
  });

  it('a request has new required parts', () => {
    expect(bodyChanges({ more: z.string() })).toEqual(at('body.more became required'));
    expect(bodyChanges({ colour: z.enum(['red', 'green']) })).toEqual(at('body.colour became required'));
    expect(breaks({ query: z.object({ filter: z.string() }) })).toEqual(
      at('the parameter filter became required'),
    );
    expect(breaks({ query: z.object({ filter: z.string().optional(), q: z.string() }) })).toEqual(
      at('the parameter q became required'),
    );
    expect(
      findBreakingChanges(openApiDocument([{ ...operation, body: undefined }], [event]), before),
    ).toContain('POST /v1/tickets: the body became required');
  });

  it('a field or a parameter of a request is removed', () => {
    const { size: _, ...rest } = body;
    expect(breaks({ body: z.object(rest) })).toEqual(at('body.size was removed'));
    expect(breaks({ query: undefined })).toEqual(at('the parameter filter was removed'));
  });

  it.each<[string, z.ZodRawShape, string]>([
    ['a vocabulary', { colour: z.enum(['red']).optional() }, 'body.colour no longer accepts green'],
    ['a length', { name: z.string().max(9) }, 'body.name has a stricter maxLength'],
    ['a number', { size: z.int().min(2).optional() }, 'body.size has a stricter minimum'],
    ['a pattern', { name: z.string().max(10).regex(/^a/) }, 'body.name has a stricter pattern'],
    [
      'a type',
      { size: z.string().optional() },
      'body.size has an incompatible type: integer instead of string',
    ],
    [
      'what may be null',
      { owner: z.object({ id: z.string() }).optional() },
      'body.owner no longer accepts one of its alternatives',
    ],
    ['a default', { colour: z.enum(['red', 'green']).default('red') }, 'body.colour has a different default'],
  ])('a request is more restrictive: %s', (_, changes, found) => {
    expect(bodyChanges(changes)).toEqual(expect.arrayContaining(at(found)));
  });

  it.each<[string, z.ZodRawShape, string]>([
    ['may lack a field', { name: z.string().optional() }, '201: body.data.name became optional'],
    [
      'may have null',
      { name: z.string().nullable() },
      '201: body.data.name has an incompatible type: null instead of string',
    ],
    [
      'has another type',
      { name: z.number() },
      '201: body.data.name has an incompatible type: number instead of string',
    ],
    ['has a different format', { at: z.string() }, '201: body.data.at has a different format'],
    [
      'has another type deep inside',
      { parts: z.array(z.object({ weight: z.string() })) },
      '201: body.data.parts[].weight has an incompatible type: string instead of number',
    ],
  ])('a response %s', (_, changes, found) => {
    expect(responseChanges(changes)).toEqual(at(found));
  });

  it('an alternative of a response is replaced', () => {
    const user = z.object({ kind: z.literal('user'), id: z.string() });
    const by = (other: z.ZodObject<{ kind: z.ZodLiteral<string> }>) =>
      responseChanges({ by: z.discriminatedUnion('kind', [user, other]) });
    const fault = at('201: body.data.by has an incompatible new alternative');
    expect(by(z.object({ kind: z.literal('key'), id: z.string(), more: z.string() }))).toEqual([]);
    expect(by(z.object({ kind: z.literal('key'), id: z.number() }))).toEqual(fault);
    expect(by(z.object({ kind: z.literal('robot'), id: z.string() }))).toEqual(fault);
  });

  it('a field of a response is removed', () => {
    const { name: _, ...rest } = answer;
    expect(breaks({ response: z.object(rest) })).toEqual(at('201: body.data.name was removed'));
  });

  it('a response has another status or no body', () => {
    expect(breaks({ status: 200 })).toEqual([
      ...at('the success status 200 was added'),
      ...at('the status 201 was removed'),
    ]);
    expect(breaks({ response: noContent })).toEqual(at('201: the body was removed'));
    expect(breaks({ query: undefined, body: undefined })).toContain(
      'POST /v1/tickets: the body as application/json was removed',
    );
    const form = breaks({ multipart: { part: 'owner', required: true } });
    expect(form).toContain('POST /v1/tickets: the body as application/json was removed');
  });

  it('an event or one of its fields is removed', () => {
    expect(findBreakingChanges(before, openApiDocument([operation], []))).toContain(
      'ticket.created was removed',
    );
    const poorer = openApiDocument([operation], [eventOf(z.object({ id: idOf('ticket') }))]);
    expect(findBreakingChanges(before, poorer)).toEqual(['ticket.created: body.data.name was removed']);
  });
});
