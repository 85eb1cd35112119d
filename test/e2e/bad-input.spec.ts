import { expect, it } from '@jest/globals';
import { isPage, operations, splitRoute, type ErrorBody, type Operation } from '@parley/contracts';
import { someOf, type Answer } from '@parley/testing';
import { z } from 'zod';
import { createRecords, exampleOf, pathOf } from './examples.ts';
import { operator } from './platform.ts';

/** SQL, templates, HTML, a shell and a header in one; where text is accepted, it is kept as it is. */
const CODE = `'"; drop table ticket;-- \${7*7} {{7*7}} <script>alert(1)</script> $(id)\r\nX-Injected: 1`;

/**
 * Every parameter of every operation, generated: a new one is tried with this by itself. What is acceptable may
 * be accepted (the client holds it to the API document); what is not must be a 4xx that names the parameter, and
 * nothing may be written.
 */
const VALUES: Readonly<Record<string, unknown>> = {
  null: null,
  'a number': 7,
  'a huge number': 1e308,
  'a fraction': 0.5,
  true: true,
  'an empty text': '',
  spaces: '   ',
  'a long text': 'x'.repeat(70_000),
  'code of several languages': CODE,
  'a NUL': 'a\u0000b',
  'half a surrogate pair': 'a\ud800b',
  'a right-to-left override': '\u202egnp.exe',
  'an unknown word': 'no-such-value',
  'a foreign id': 'ticket_01h455vb4pex5vsknk084sn02q',
  'an id of nobody': 'user_01h455vb4pex5vsknk084sn02q',
  'an empty list': [],
  'a list of everything': [1, 'a', null, {}, []],
  'a long list': Array.from({ length: 1_000 }, (_, index) => `item ${index}`),
  'an empty object': {},
  'keys of prototypes': { constructor: 'x', toString: 'y', hasOwnProperty: 'z' },
  'a deep object': Array.from({ length: 200 }).reduce<object>((inner) => ({ a: inner }), {}),
  'a deep list': Array.from({ length: 200 }).reduce<unknown[]>((inner) => [inner], []),
};

/** As they stand in a query. */
const QUERY_VALUES: Readonly<Record<string, string>> = {
  nothing: '',
  'a NUL': '%00',
  'broken UTF-8': '%ED%A0%80',
  'a broken escape': '%zz',
  'a long text': 'x'.repeat(5_000),
  'a huge number': '99999999999999999999',
  'a negative number': '-1',
  'a fraction': '1.5',
  exponents: '1e3',
  'an unknown word': 'no-such-value',
  'a prototype': '__proto__',
  'a foreign id': 'webhook_01h455vb4pex5vsknk084sn02q',
  'an id of nobody': 'user_01h455vb4pex5vsknk084sn02q',
  SQL: `'%20or%201=1;--`,
};

/** In the place of an id; the router or the schema refuses each, and the answer is that of an unknown id. */
const PATH_IDS = [
  'x',
  '%00',
  '%zz',
  '..%2f..',
  'TICKET_01H455VB4PEX5VSKNK084SN02Q',
  '__proto__',
  'a'.repeat(300),
];

const BODIES: Readonly<Record<string, string>> = {
  'no JSON': '{"subject"',
  'a list': '[]',
  'a text': '"text"',
  null: 'null',
  'a number': '7',
  'more than 1 MiB': JSON.stringify({ subject: 'x'.repeat(1_100_000) }),
};
const workspace = await operator.workspace();
const client = workspace.live;
const records = await createRecords(workspace);

const table = (chosen: readonly Operation[]) => chosen.map((operation) => [operation.id, operation] as const);
const withBody = operations.filter(({ body }) => body !== undefined);
const withQuery = operations.filter(({ query }) => query !== undefined);
const withParams = operations.filter(({ params }) => params !== undefined);
const parametersOf = (schema: z.ZodType | undefined): string[] =>
  Object.keys(z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }).properties ?? {});

/** How many records of all kinds there are: what a refused request must not change. */
async function counts(): Promise<Record<string, number>> {
  // Events of earlier requests are logged meanwhile.
  const lists = operations.filter(
    ({ id, response, params }) => isPage(response) && params === undefined && id !== 'event.list',
  );
  const totals = lists.map(async (operation) => {
    const { body } = await client.call(operation, exampleOf(operation, records));
    return [operation.id, (body as unknown as { meta: { total_count: number } }).meta.total_count] as const;
  });
  return Object.fromEntries(await Promise.all(totals));
}

interface Outcome {
  tried: string;
  answer: Answer<{ error: ErrorBody }>;
}

/** Sentences of the validation library. */
const NOT_OURS =
  /\b(expected|received|Invalid (input|option|string|key|element)|Too (big|small)|Unrecognized)\b/;

/** A text without the blanks and control characters that normalized fields lose. */
const visible = (text: string): string => text.replaceAll(/[\s\p{C}]/gu, '');

/** What is wrong with the answers: nothing, for a list that is empty. */
function faultsIn(outcomes: readonly Outcome[], parameter: string): string[] {
  return outcomes.flatMap(({ tried, answer: { status, body } }) => {
    const kept = (body as unknown as { data?: Record<string, unknown> } | undefined)?.data?.[parameter];
    if (
      status < 300 &&
      tried === 'code of several languages' &&
      typeof kept === 'string' &&
      visible(kept) !== visible(CODE)
    )
      return [`${parameter} as ${tried} became ${kept}`];
    if (status < 300) return [];
    const told = `${parameter} as ${tried}: ${status} ${JSON.stringify(body).slice(0, 300)}`;
    if (![400, 404, 422].includes(status)) return [told];
    const names = (body.error.details ?? []).map(({ param }) => param ?? '').concat(body.error.param ?? '');
    if (NOT_OURS.test(JSON.stringify(body.error))) return [told];
    const named = names.some((name) => name.split(/[.[]/)[0] === parameter);
    return status === 422 && !named ? [`${told} does not name it`] : [];
  });
}

it.each(table(withBody))('a body with an invalid value %s', async (_, operation) => {
  const attempt = async (parameter: string, tried: string): Promise<Outcome> => {
    const sent = exampleOf(operation, records) as { body: object };
    const body = { ...sent.body, [parameter]: VALUES[tried] };
    return { tried, answer: await client.call(operation, { ...sent, body }) };
  };
  const faults: string[] = [];
  const refused: (() => Promise<Outcome>)[] = [];
  for (const [nth, parameter] of parametersOf(operation.body).entries()) {
    const tries = someOf(Object.keys(VALUES), nth);
    const outcomes = await Promise.all(tries.map((tried) => attempt(parameter, tried)));
    faults.push(...faultsIn(outcomes, parameter));
    for (const { tried, answer } of outcomes)
      if (answer.status >= 400) refused.push(() => attempt(parameter, tried));
  }
  expect(faults).toEqual([]);
  expect(refused.length).toBeGreaterThan(0);
  // Once more, now that nothing else is written: what is refused leaves nothing behind.
  const before = await counts();
  await Promise.all(refused.map((again) => again()));
  expect(await counts()).toEqual(before);
});

it.each(table(withBody))('a body of the wrong form %s', async (_, operation) => {
  const { method } = splitRoute(operation.route);
  const target = pathOf(operation, records);
  const headers = { 'content-type': 'application/json' };
  const before = await counts();
  for (const [tried, body] of Object.entries(BODIES)) {
    const answer = await client.raw(method, target, { body, headers });
    expect([tried, answer.status, answer.body.error.type]).toEqual([tried, 400, 'invalid_request_error']);
  }
  const form = new FormData();
  form.append('__proto__', 'x');
  const keyed = await client.raw(
    method,
    target,
    operation.multipart?.required === true
      ? { body: form }
      : { body: '{"__proto__":{"subject":"x"}}', headers },
  );
  expect([keyed.status, keyed.body.error.param]).toEqual([422, '__proto__']);
  expect(await counts()).toEqual(before);
});

it.each(table(withQuery))('a query with an invalid value %s', async (_, operation) => {
  const { method } = splitRoute(operation.route);
  const target = pathOf(operation, records);
  const { query: given } = exampleOf(operation, records) as { query: Record<string, string> };
  const faults: string[] = [];
  for (const [nth, parameter] of parametersOf(operation.query).entries()) {
    const others = new URLSearchParams(Object.entries(given).filter(([name]) => name !== parameter));
    const tries = Object.entries({ ...QUERY_VALUES, 'the same twice': `1&${parameter}=2` });
    const outcomes = await Promise.all(
      someOf(tries, nth).map(async ([tried, value]): Promise<Outcome> => ({
        tried,
        answer: await client.raw(method, `${target}?${others.toString()}&${parameter}=${value}`),
      })),
    );
    faults.push(...faultsIn(outcomes, parameter));
  }
  expect(faults).toEqual([]);
});

it.each(withParams.map((operation, nth) => [operation.id, operation, nth] as const))(
  'a path that matches nothing %s',
  async (_, operation, nth) => {
    const { method, path } = splitRoute(operation.route);
    const { body, query = {} } = exampleOf(operation, records) as {
      body?: object;
      query?: Record<string, string>;
    };
    const sent =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    for (const id of someOf(PATH_IDS, nth)) {
      const answer = await client.raw(
        method,
        `${path.replaceAll(/\{\w+\}/g, () => id)}?${new URLSearchParams(query).toString()}`,
        sent,
      );
      expect([id, answer.status, answer.body.error.code]).toEqual([id, 404, 'not_found']);
    }
  },
);
