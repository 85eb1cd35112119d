import { beforeAll, describe, expect, it } from '@jest/globals';
import { operations, TokenRecord, type ErrorCode } from '@parley/contracts';
import { errorCodesOf } from '@parley/contracts/openapi';
import { createRecords } from './examples.ts';
import { operator } from './platform.ts';
import { exhaust, FAULTS, provocations, type Situation } from './provocations.ts';

/**
 * What no credential can bring about yet: API keys do not expire. It comes with the first kind of credential that does,
 * and the last test here fails on that day.
 */
const NOT_YET: readonly ErrorCode[] = ['token_expired'];

const declared = operations.flatMap((operation) =>
  [...errorCodesOf(operation)].flatMap(([status, codes]) =>
    codes
      .filter((code) => !FAULTS.includes(code) && !NOT_YET.includes(code))
      .map((code) => [operation.id, status, code, operation] as const),
  ),
);

describe('an error that an operation declares', () => {
  let at: Situation;
  beforeAll(async () => {
    const [workspace, starter] = await Promise.all([operator.workspace(), operator.workspace('starter')]);
    const records = await createRecords(workspace);
    at = { workspace, client: workspace.live, records, exhausted: starter.live };
    await exhaust(at.exhausted);
  });

  it.each(declared)('%s: %d %s', async (_, status, code, operation) => {
    const provoke = provocations[`${status} ${code}`];
    if (provoke === undefined)
      throw new Error(`nothing in test/e2e/provocations.ts provokes ${status} ${code}`);
    const answer = await provoke(operation, at);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(answer.headers.get('x-request-id')).toBe(answer.body.error.request_id);
  });

  it('is provoked by nothing that no operation declares', () => {
    const known = new Set(declared.map(([, status, code]) => `${status} ${code}`));
    expect(Object.keys(provocations).filter((name) => !known.has(name))).toEqual([]);
  });

  it('is left out only while every credential is an API key', () => {
    const { kind } = TokenRecord.shape.principal.unwrap().shape;
    expect([...kind.values]).toEqual(['api_key']);
  });
});
