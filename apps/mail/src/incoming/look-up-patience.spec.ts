import { describe, expect, it } from '@jest/globals';
import { LookUpPatience } from './look-up-patience.ts';

const PATIENT = { eachMs: 2_000, allMs: 5_000 };
const IMPATIENT = { eachMs: 300, allMs: 600 };

describe('the patience with the DNS', () => {
  it('ends for all mailboxes after four look-ups without an answer in a row, and returns with an answer', () => {
    const patience = new LookUpPatience();
    for (let at = 0; at < 3; at += 1) patience.noteSilence();
    expect(patience.of('b', 0)).toEqual(PATIENT);
    patience.noteSilence();
    expect(patience.of('b', 0)).toEqual(IMPATIENT);
    patience.noteAnswer();
    expect(patience.of('b', 0)).toEqual(PATIENT);
  });

  it('ends for a mailbox whose mails have waited for 10 s within a minute, although others are answered', () => {
    const patience = new LookUpPatience();
    for (let at = 0; at < 5; at += 1) {
      expect(patience.of('a', 0)).toEqual(PATIENT);
      patience.noteWait('a', 2_000, 0);
    }
    expect(patience.of('a', 0)).toEqual(IMPATIENT);
    expect(patience.of('b', 0)).toEqual(PATIENT);
    expect(patience.of('a', 10_000)).toEqual(PATIENT);
    patience.noteWait('a', 2_000, 10_000);
    expect(patience.of('a', 10_000)).toEqual(IMPATIENT);
  });

  it('knows the waits of 10,000 mailboxes, of which the oldest are forgotten', () => {
    const patience = new LookUpPatience();
    for (let at = 0; at <= 10_000; at += 1) patience.noteWait(`mailbox ${at}`, 10_000, 0);
    expect(patience.of('mailbox 0', 0)).toEqual(PATIENT);
    expect(patience.of('mailbox 1', 0)).toEqual(IMPATIENT);
  });
});
