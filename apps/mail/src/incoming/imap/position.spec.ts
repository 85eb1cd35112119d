import { describe, expect, it } from '@jest/globals';
import { isOlder, pauseBeforeWalk, positionIn, type Position } from './position.rules.ts';

const NOW = new Date('2026-11-05T10:00:00Z');
const LATER = new Date('2026-11-20T10:00:00Z');
const folder = { account: 'one', username: 'support', uidValidity: 7, uidNext: 101 };
const first = positionIn(folder, undefined, NOW);

describe('the position in a folder', () => {
  it('is its end at first', () => {
    expect(first).toMatchObject({ last_uid: 100, walk_end: 0, started_at: NOW, walked_at: null });
  });

  it('stays where it is while the UIDs are the same', () => {
    const before: Position = { ...first, last_uid: 120 };
    expect(positionIn({ ...folder, uidNext: 140 }, before, LATER)).toBe(before);
  });

  it.each([
    ['the UIDs are others', { uidValidity: 8 }],
    ['another server has the mailbox', { account: 'two' }],
  ])('is its beginning once %s', (_, changed) => {
    expect(positionIn({ ...folder, ...changed, uidNext: 90 }, first, LATER)).toMatchObject({
      ...{ last_uid: 0, walk_end: 89, started_at: NOW, walked_at: LATER },
    });
  });

  it('is its end again for another user', () => {
    const other = { ...folder, account: 'two', username: 'sales' };
    expect(positionIn(other, first, LATER)).toMatchObject({ last_uid: 100, walk_end: 0, started_at: LATER });
  });
});

describe('a folder that has got other UIDs', () => {
  const walked = positionIn({ ...folder, uidValidity: 8 }, first, LATER);
  const again = (uidNext: number) => positionIn({ ...folder, uidValidity: 9, uidNext }, walked, LATER);
  const seconds = (count: number) => new Date(LATER.getTime() + count * 1_000);

  it('is read from its beginning at once the first time', () => {
    expect(pauseBeforeWalk(walked, first, LATER)).toBe(0);
    expect(pauseBeforeWalk(first, undefined, LATER)).toBe(0);
  });

  it.each([
    [101, 1, 1_000],
    [101, 2, 0],
    [30_001, 60, 540_000],
    [1_000_001, 0, 3_600_000],
  ])('is read again the later the more mails it has: %i mails, after %i seconds', (uidNext, after, pause) => {
    expect(pauseBeforeWalk(again(uidNext), walked, seconds(after))).toBe(pause);
  });
});

describe('a mail of a folder that is walked again', () => {
  const walked = positionIn({ ...folder, uidValidity: 8 }, first, LATER);

  it.each([
    ['that is older than the mailbox is none of it', 50, '2026-10-01', true],
    ['that came afterwards is', 50, '2026-11-06', false],
    ['from the minutes before is, since clocks differ', 50, '2026-11-05T09:30:00Z', false],
    ['that was moved into the folder after the walk began is, however old', 101, '2020-01-01', false],
  ])('%s', (_, uid, date, expected) => {
    expect(isOlder({ uid, receivedAt: new Date(date) }, walked)).toBe(expected);
  });

  it('without a date is one of the mailbox', () => {
    expect(isOlder({ uid: 50, receivedAt: null }, walked)).toBe(false);
  });

  it('is never too old in a folder with the same UIDs', () => {
    expect(isOlder({ uid: 50, receivedAt: new Date('2020-01-01') }, first)).toBe(false);
  });
});
