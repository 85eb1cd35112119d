import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { bounceOf, isFailure } from './bounce.rules.ts';
import { classify } from './classify.rules.ts';
import { contextOf } from './incoming.fixture.ts';
import { readSource } from './read-mail.fixture.ts';

const FOLDER = join(import.meta.dirname, '../../test-data/bounces');
/** The beginning of the names of files that are no bounces: reports of complaints, answers of absent people, and ordinary mails. */
const OTHERS = /^(?:arf|rfc3834|not)-/;

const mails = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.eml'))
  .sort()
  .map((name) => ({ name, mail: readSource(readFileSync(join(FOLDER, name))) }));

const read = mails.map(({ name, mail }) => ({
  name,
  mail,
  found: classify(mail, contextOf()),
  bounce: bounceOf(mail),
}));

describe('the notifications of mail servers of the corpus', () => {
  const bounces = read.filter(({ name }) => !OTHERS.test(name));
  const known = bounces.filter(({ found }) => found.class === 'bounce');
  const failures = known.filter(({ bounce }) => isFailure(bounce));

  it('are recognised, with recipients, codes and ids', () => {
    const having = (test: (one: (typeof known)[number]) => boolean) => known.filter(test).length;
    const figures = {
      files: bounces.length,
      bounces: known.length,
      with_recipient: having(({ bounce }) => bounce.recipients.length > 0),
      with_status: having(({ bounce }) => bounce.recipients.some(({ status }) => status !== null)),
      with_cause: having(({ bounce }) =>
        bounce.recipients.some(({ error }) => error !== null && error.code !== 'refused'),
      ),
      with_message_id: having(({ bounce }) => bounce.messageIds.length > 0),
      failures: failures.length,
      delayed: having(({ bounce }) => bounce.recipients.some(({ action }) => action === 'delayed')),
    };
    process.stdout.write(`bounces of the corpus: ${JSON.stringify(figures)}\n`);
    expect(figures).toEqual({
      files: 351,
      bounces: 339,
      with_recipient: 329,
      with_status: 242,
      with_cause: 288,
      with_message_id: 251,
      failures: 315,
      delayed: 13,
    });
  });

  it('tell of no sender as a recipient', () => {
    const wrong = known.filter(({ mail, bounce }) => {
      const own = mail.to.map(({ address }) => address.toLowerCase());
      return bounce.source === 'prose' && bounce.recipients.some(({ address }) => own.includes(address));
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('say in their prose what their reports say', () => {
    const pairs = known
      .filter(({ mail, bounce }) => bounce.source === 'report' && mail.reports.deliveryStatus !== null)
      .map(({ mail, bounce }) => {
        const reports = { ...mail.reports, deliveryStatus: null };
        return { bounce, prose: bounceOf({ ...mail, reports }) };
      });
    const isSame = ({ bounce, prose }: (typeof pairs)[number]) => {
      const reported = bounce.recipients.flatMap((one) => [one.address, one.finalAddress]);
      const keys = new Set(reported.map((address) => address?.toLowerCase()));
      return prose.recipients.length > 0 && prose.recipients.every(({ address }) => keys.has(address));
    };
    const figures = {
      reports: pairs.length,
      prose_with_recipient: pairs.filter(({ prose }) => prose.recipients.length > 0).length,
      same_recipients: pairs.filter(isSame).length,
    };
    process.stdout.write(`prose beside reports of the corpus: ${JSON.stringify(figures)}\n`);
    expect(figures).toEqual({ reports: 171, prose_with_recipient: 167, same_recipients: 161 });
  });

  it('are missed where only a list, a phone or a topic of a provider sends them', () => {
    const missed = bounces.filter(({ found }) => found.class !== 'bounce').map(({ name }) => name);
    expect(missed).toEqual([
      'lhost-amazonses-09.eml',
      'lhost-amazonses-10.eml',
      'lhost-amazonses-11.eml',
      'lhost-apachejames-01.eml',
      'lhost-fml-02.eml',
      'lhost-fml-03.eml',
      'lhost-kddi-01.eml',
      'lhost-kddi-02.eml',
      'lhost-kddi-03.eml',
      'lhost-trendmicro-01.eml',
      'lhost-verizon-01.eml',
      'lhost-verizon-02.eml',
    ]);
  });

  it('are not what other mails are', () => {
    const others = read.filter(({ name }) => OTHERS.test(name));
    expect(others.filter(({ found }) => found.class === 'bounce').map(({ name }) => name)).toEqual([]);
  });
});
