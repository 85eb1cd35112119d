import { describe, expect, it } from '@jest/globals';
import { changePlan, getMe } from '@parley/contracts';
import { refusalOf } from '@parley/testing';
import { operator } from './platform.ts';

describe('the plan of a workspace', () => {
  it('allows 60 requests per minute on starter, and the 61st is 429 with all four headers', async () => {
    const { live } = await operator.workspace('starter');
    const remaining: (string | null)[] = [];
    const resets = new Set<string | null>();
    for (let request = 0; request < 60; request += 1) {
      const answer = await live.call(getMe, {});
      expect(answer.status).toBe(200);
      remaining.push(answer.headers.get('x-ratelimit-remaining'));
      resets.add(answer.headers.get('x-ratelimit-reset'));
    }
    expect(remaining).toEqual(Array.from({ length: 60 }, (_, index) => String(59 - index)));
    expect(resets.size).toBe(1);
    const limited = await live.call(getMe, {});
    expect(refusalOf(limited)).toBe('429 rate_limit_exceeded');
    expect(limited.headers.get('x-ratelimit-limit')).toBe('60');
    expect(limited.headers.get('x-ratelimit-remaining')).toBe('0');
    const reset = Number(limited.headers.get('x-ratelimit-reset'));
    const wait = Number(limited.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
    // A caller that waits as told does not come too early.
    expect(Math.ceil(Date.now() / 1000) + wait).toBeGreaterThanOrEqual(reset);
  });

  it('counts against the new limit as soon as the plan changes', async () => {
    const { live, credentials } = await operator.workspace('starter');
    await live.call(getMe, {});
    await operator.run(changePlan, { workspace: credentials.workspace_id, plan: 'professional' });
    const answer = await live.call(getMe, {});
    expect(answer.headers.get('x-ratelimit-limit')).toBe('300');
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('298');
  });
});
