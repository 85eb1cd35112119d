import { describe, expect, it } from '@jest/globals';
import { AWAKE, snoozeAfter, wakesOn, type Snooze } from './snooze.rules.ts';

const AT = new Date('2026-11-21T06:30:00.000Z');
const after = (ms: number) => new Date(AT.getTime() + ms);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const snoozed: Snooze = { snoozed_until: after(DAY), snoozed_at: after(-HOUR), wake_on_reply: false };

describe('snoozeAfter', () => {
  it('snoozes until a time, from which older messages do not wake', () => {
    expect(snoozeAfter(AWAKE, { snoozed_until: after(HOUR) }, false, AT)).toEqual({
      snoozed_until: after(HOUR),
      snoozed_at: AT,
      wake_on_reply: true,
    });
  });

  it('keeps what a patch does not name, and the time at which the snooze was set while its end stays', () => {
    expect(snoozeAfter(snoozed, {}, false, AT)).toEqual(snoozed);
    expect(snoozeAfter(snoozed, { snoozed_until: after(DAY) }, false, AT)).toEqual(snoozed);
    expect(snoozeAfter(snoozed, { snoozed_until: after(2 * DAY) }, false, AT)).toEqual({
      ...snoozed,
      snoozed_until: after(2 * DAY),
      snoozed_at: AT,
    });
    expect(snoozeAfter(snoozed, { wake_on_reply: true }, false, AT)).toEqual({
      ...snoozed,
      wake_on_reply: true,
    });
  });

  it('wakes by null, and when the record is done', () => {
    expect(snoozeAfter(snoozed, { snoozed_until: null }, false, AT)).toEqual(AWAKE);
    expect(snoozeAfter(snoozed, {}, true, AT)).toEqual(AWAKE);
    expect(snoozeAfter(snoozed, { snoozed_until: snoozed.snoozed_until }, true, AT)).toEqual(AWAKE);
  });

  it('keeps an end that has just passed, which a client sends back before the record wakes', () => {
    const due = { ...snoozed, snoozed_until: after(-1) };
    expect(snoozeAfter(due, { snoozed_until: after(-1) }, false, AT)).toEqual(due);
  });

  it.each([
    ['now', { snoozed_until: AT }, false, 'snoozed_until'],
    ['in the past', { snoozed_until: after(-DAY) }, false, 'snoozed_until'],
    ['beyond a year', { snoozed_until: after(366 * DAY + 1) }, false, 'snoozed_until'],
    ['of a record that is done', { snoozed_until: after(DAY) }, true, 'snoozed_until'],
    ['that nobody set', { wake_on_reply: false }, false, 'wake_on_reply'],
  ] as const)('refuses a snooze %s', (_, patch, isDone, param) => {
    const refused = expect.objectContaining({ code: 'invalid_parameter', param });
    expect(() => snoozeAfter(AWAKE, patch, isDone, AT)).toThrow(refused);
  });
});

describe('wakesOn', () => {
  const asleep = { ...snoozed, snoozed_at: AT, wake_on_reply: true };

  it('is true for a later message, unless the record shall not wake on it', () => {
    expect(wakesOn(asleep, after(1))).toBe(true);
    expect(wakesOn(asleep, AT)).toBe(false);
    expect(wakesOn(asleep, after(-1))).toBe(false);
    expect(wakesOn({ ...asleep, wake_on_reply: false }, after(1))).toBe(false);
    expect(wakesOn(AWAKE, after(1))).toBe(false);
  });
});
