import { describe, expect, it } from '@jest/globals';
import { mailOf, readSource } from './read-mail.fixture.ts';
import { isCalledSpam } from './spam.rules.ts';

describe('a verdict of a spam filter', () => {
  it.each([
    ['X-Spam-Flag', 'YES'],
    ['X-Spam-Status', 'Yes, score=12.1 required=5.0'],
    ['X-Spam', 'Yes'],
    ['X-SES-Spam-Verdict', 'FAIL'],
    ['X-Forefront-Antispam-Report', 'CIP:192.0.2.1;CTRY:;SCL:5;SFV:SPM;H:x'],
  ])('is read: %s: %s', (name, value) => {
    expect(isCalledSpam(mailOf({ [name]: value }).headers)).toBe(true);
  });

  it.each([
    ['X-Spam-Flag', 'NO'],
    ['X-Spam-Status', 'No, score=-1.0, tests=SAYS_YES'],
    ['X-SES-Spam-Verdict', 'PASS'],
    ['X-Forefront-Antispam-Report', 'SFV:NSPM'],
    ['Subject', 'YES'],
  ])('is none: %s: %s', (name, value) => {
    expect(isCalledSpam(mailOf({ [name]: value }).headers)).toBe(false);
  });

  const source = (...lines: string[]) => readSource([...lines, 'From: a@b.example', '', 'Hello'].join('\n'));

  it('counts above and below the Received field of the server that has taken the mail last', () => {
    expect(isCalledSpam(source('X-Spam-Flag: YES', 'Received: from mx').headers)).toBe(true);
    expect(isCalledSpam(source('Received: from mx', 'X-Spam-Flag: YES').headers)).toBe(true);
  });

  it('of a server before that does not count', () => {
    const lines = ['Received: from mx', 'Received: from elsewhere', 'X-Spam-Flag: YES'];
    expect(isCalledSpam(source(...lines).headers)).toBe(false);
  });
});
