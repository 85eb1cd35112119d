import { describe, expect, it } from '@jest/globals';
import { LookUpTimeouts } from './look-up-timeouts.ts';

const LONG = { eachMs: 2_000, allMs: 5_000 };
const SHORT = { eachMs: 300, allMs: 600 };

describe('the timeouts of look-ups', () => {
  it('are short for all mailboxes after four look-ups without an answer in a row, and long again after an answer', () => {
    const timeouts = new LookUpTimeouts();
    for (let at = 0; at < 3; at += 1) timeouts.noteSilence();
    expect(timeouts.of('b', 0)).toEqual(LONG);
    timeouts.noteSilence();
    expect(timeouts.of('b', 0)).toEqual(SHORT);
    timeouts.noteAnswer();
    expect(timeouts.of('b', 0)).toEqual(LONG);
  });

  it('are short for a mailbox whose mails have waited for 10 s within a minute, although others are answered', () => {
    const timeouts = new LookUpTimeouts();
    for (let at = 0; at < 5; at += 1) {
      expect(timeouts.of('a', 0)).toEqual(LONG);
      timeouts.noteWait('a', 2_000, 0);
    }
    expect(timeouts.of('a', 0)).toEqual(SHORT);
    expect(timeouts.of('b', 0)).toEqual(LONG);
    expect(timeouts.of('a', 10_000)).toEqual(LONG);
    timeouts.noteWait('a', 2_000, 10_000);
    expect(timeouts.of('a', 10_000)).toEqual(SHORT);
  });

  it('depend on the waits of 10,000 mailboxes, of which the oldest are forgotten', () => {
    const timeouts = new LookUpTimeouts();
    for (let at = 0; at <= 10_000; at += 1) timeouts.noteWait(`mailbox ${at}`, 10_000, 0);
    expect(timeouts.of('mailbox 0', 0)).toEqual(LONG);
    expect(timeouts.of('mailbox 1', 0)).toEqual(SHORT);
  });
});
