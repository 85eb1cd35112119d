import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { systemStatement } from '../index.ts';
import { TestDatabase } from '@parley/testing';
import { startNotes } from '../notes.fixture.ts';

const database = await TestDatabase.create();
const notes = await startNotes(database);
afterAll(async () => {
  await notes.app.close();
  await database.drop();
});

const echo = systemStatement<{ at: Date | number }>('test.echo', 'no data', 'select $1::timestamptz as at');

describe('a time from the database', () => {
  it('equals the stored one, to the millisecond', async () => {
    const times = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    await fc.assert(
      fc.asyncProperty(times, async (at) =>
        expect((await notes.db.system(echo, [at.toISOString()]))[0]?.at).toEqual(at),
      ),
      { numRuns: 100 },
    );
  });

  it('may have microseconds, be far in the past or future, or be infinite', async () => {
    const read = async (text: string) => (await notes.db.system(echo, [text]))[0]?.at;
    expect(await read('2026-11-21 06:30:00.123987+00')).toEqual(new Date('2026-11-21T06:30:00.123Z'));
    expect(await read('2026-11-21 08:30:00+02')).toEqual(new Date('2026-11-21T06:30:00Z'));
    expect(await read('12026-11-21 06:30:00+00')).toEqual(new Date('+012026-11-21T06:30:00Z'));
    expect(await read('-infinity')).toBe(-Infinity);
  });
});
