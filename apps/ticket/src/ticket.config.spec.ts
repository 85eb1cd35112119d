import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '@parley/runtime/config';
import { TicketConfig } from './ticket.config.ts';

describe('SLA_TARGETS', () => {
  it('accepts a target for each priority in any order', () => {
    const targets = { urgent: 1_000, high: 60_000, normal: 3_600_000, low: 86_400_000 };
    expect(new TicketConfig({ SLA_TARGETS: 'low=1d, normal=1h,high=1m ,urgent=1s' }).SLA_TARGETS).toEqual(
      targets,
    );
  });

  it('is 1, 4, 8 and 24 hours unless set', () => {
    const hours = Object.values(new TicketConfig({}).SLA_TARGETS).map((target) => target / 3_600_000);
    expect(hours).toEqual([1, 4, 8, 24]);
  });

  it('names the missing priorities', () => {
    expect(() => new TicketConfig({ SLA_TARGETS: 'urgent=1h,low=1d' })).toThrow(/for high, normal/);
  });

  it.each([
    '',
    'urgent=1h',
    'urgent=1h,high=4h,normal=8h,low=24h,extra=1h',
    'urgent=1h,high=4h,normal=8h,low=0s',
    'urgent=1h,high=4h,normal=8h,low=soon',
    'urgent=1h,high=4h,normal=8h,low',
    'urgent 1h,high 4h,normal 8h,low 24h',
    'urgent=1h,high=4h,normal=8h,low=24h,low=25h',
    'urgent=1h=2h,high=4h,normal=8h,low=24h',
    'urgent=1h,high=4h,normal=8h,low=366d',
    'urgent=1h,high=4h,normal=8h,low=999999999999d',
  ])('is not %j', (SLA_TARGETS) => {
    expect(() => new TicketConfig({ SLA_TARGETS })).toThrow(ConfigError);
  });
});
