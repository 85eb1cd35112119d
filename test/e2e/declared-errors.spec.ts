import { describe, expect, it } from '@jest/globals';
import { operations } from '@parley/contracts';
import { isFullRun } from '@parley/testing';
import { errorCodesOf } from '@parley/openapi';
import { createRecords } from './examples.ts';
import { operator } from './platform.ts';
import { exhaust, FAULTS, provocations } from './provocations.ts';

const declared = operations.flatMap((operation) =>
  [...errorCodesOf(operation)].flatMap(([status, codes]) =>
    codes
      // A file is rejected by a scanner only, which test/faults/storage.services.spec.ts has; a mail of a sandbox by a full storage only,
      // which test/faults/full-storage.spec.ts has.
      .filter(
        (code) =>
          !FAULTS.includes(code) &&
          code !== 'unsupported_file_type' &&
          !(code === 'file_too_large' && operation.id === 'incoming_mail.create'),
      )
      .map((code) => [operation.id, status, code, operation] as const),
  ),
);

/** Each error once; in `npm run test:full` each of each operation. */
const chosen = isFullRun
  ? declared
  : [...new Map(declared.map((one) => [`${one[1]} ${one[2]}`, one])).values()];

const [workspace, starter] = await Promise.all([operator.workspace(), operator.workspace('starter')]);
const records = await createRecords(workspace);
const at = { workspace, client: workspace.live, records, exhausted: starter.live };
await exhaust(at.exhausted);

describe('a declared error', () => {
  it.each(chosen)('%s: %d %s', async (_, status, code, operation) => {
    const provoke = provocations[`${status} ${code}`];
    if (provoke === undefined)
      throw new Error(`nothing in test/e2e/provocations.ts provokes ${status} ${code}`);
    const answer = await provoke(operation, at);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(answer.headers.get('x-request-id')).toBe(answer.body.error.request_id);
  });

  it('is the only kind of error that the tests provoke', () => {
    const known = new Set(declared.map(([, status, code]) => `${status} ${code}`));
    expect(Object.keys(provocations).filter((name) => !known.has(name))).toEqual([]);
  });
});
