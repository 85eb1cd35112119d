import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { recordOf } from './record.fixture.ts';

const FOLDER = new URL('../test-data/cases/', import.meta.url);
const names = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.eml'))
  .map((file) => file.slice(0, -4));

describe('a mail of the cases', () => {
  it.each(names)('is read as its record says: %s', async (name) => {
    const source = readFileSync(new URL(`${name}.eml`, FOLDER));
    const expected: unknown = JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'));
    const record = await recordOf(source);
    expect(record).toEqual(expected);
    // The record does not depend on where the source is cut into pieces.
    expect(await recordOf(source, 7)).toEqual(expected);
  });
});
