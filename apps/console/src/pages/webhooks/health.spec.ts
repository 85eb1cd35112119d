import { describe, expect, it } from '@jest/globals';
import { healthHours, healthSummary } from './health.ts';

const NOW = Date.parse('2026-11-23T12:34:56Z');
const delivery = (status: string, at: string) => ({ status, created_at: `2026-11-${at}:00.000Z` });

describe('the health of a webhook', () => {
  it('counts the deliveries of each hour by what became of them', () => {
    const hours = healthHours(
      [
        delivery('delivered', '23T12:00'),
        delivery('delivered', '23T12:34'),
        delivery('failed', '23T11:59'),
        delivery('pending', '23T12:10'),
        delivery('cancelled', '22T13:00'),
      ],
      NOW,
    );
    expect(hours).toHaveLength(24);
    expect(hours.at(-1)).toEqual({
      start: Date.parse('2026-11-23T12:00Z'),
      delivered: 2,
      failed: 0,
      other: 1,
      counted: 'all',
    });
    expect(hours.at(-2)).toMatchObject({ failed: 1 });
    expect(hours[0]).toMatchObject({ start: Date.parse('2026-11-22T13:00Z'), other: 1 });
  });

  it('leaves out what is older, or later than the clock of the browser', () => {
    const hours = healthHours([delivery('failed', '22T12:59'), delivery('failed', '23T13:00')], NOW);
    expect(healthSummary(hours)).toBe('Nothing was delivered in the last 24 hours.');
  });

  it('tells the hours that are not counted from those without deliveries', () => {
    const newest = [delivery('delivered', '23T12:20'), delivery('failed', '23T10:40')];
    const since = Date.parse('2026-11-23T10:40Z');
    const hours = healthHours(newest, NOW, since);
    expect(hours.slice(-4).map(({ counted }) => counted)).toEqual(['none', 'in part', 'all', 'all']);
    const counted = { since: '10:40 AM', uncounted: 9_700, isMore: true };
    expect(healthSummary(hours, counted)).toBe(
      'Of the newest 2, since 10:40 AM: 1 delivered, 1 failed. ' +
        'Not counted: at least 9,700 older ones of the last 24 hours.',
    );
    expect(healthSummary(hours, { ...counted, isMore: false })).toContain(': 9,700 older ones');
  });

  it('is told in a sentence', () => {
    const some = [delivery('delivered', '23T12:00'), delivery('failed', '23T12:00')];
    expect(healthSummary(healthHours(some, NOW))).toBe('Of 2 in the last 24 hours: 1 delivered, 1 failed.');
    expect(healthSummary(healthHours([delivery('sending', '23T12:00')], NOW))).toMatch(/1 on the way/);
  });
});
