import { expect, it } from '@jest/globals';
import { checkedToken, type CheckedToken } from './authenticator.ts';
import { ADDRESS, newWorkspace, ROUTE_TAG, type Open, type TestHarness } from './conformance.harness.ts';
import type { MinuteUsage, UsageSubject } from './usage.ts';

/** The usage in total: a test may begin in one minute and end in the next. */
async function totalOf(
  { state }: TestHarness,
  subject: Omit<UsageSubject, 'routeTag'>,
): Promise<Pick<MinuteUsage, 'admitted' | 'refused'>> {
  const usage = (await state.usage({ ...subject, routeTag: ROUTE_TAG })) ?? [];
  const sum = (of: 'admitted' | 'refused') => usage.reduce((all, minute) => all + minute[of], 0);
  return { admitted: sum('admitted'), refused: sum('refused') };
}

export function usageBehaviour(open: Open): void {
  it('counts its requests of each mode, apart from those that were refused', async () => {
    const harness = await open();
    const [workspaceId, other] = [newWorkspace(), newWorkspace()];
    const [live, test] = [
      harness.issue({ workspaceId, limit: 2 }),
      harness.issue({ workspaceId, limit: 2, mode: 'test' }),
    ];
    for (const token of [live, live, live, test, live])
      await harness.authenticator.authenticate(token, ADDRESS);
    expect(await totalOf(harness, { workspaceId, mode: 'live' })).toEqual({ admitted: 2, refused: 2 });
    expect(await totalOf(harness, { workspaceId, mode: 'test' })).toEqual({ admitted: 1, refused: 0 });
    expect(await totalOf(harness, { workspaceId: other, mode: 'live' })).toEqual({ admitted: 0, refused: 0 });
  });

  it('does not count a check that counts against no limit', async () => {
    const harness = await open();
    const workspaceId = newWorkspace();
    const token = harness.issue({ workspaceId });
    await harness.authenticator.authenticate(token, ADDRESS);
    await harness.authenticator.recheck(checkedToken(token, ADDRESS) as CheckedToken);
    expect(await totalOf(harness, { workspaceId, mode: 'live' })).toEqual({ admitted: 1, refused: 0 });
  });

  it('has the 60 clock minutes up to now, the request in the last one', async () => {
    const harness = await open();
    const workspaceId = newWorkspace();
    const before = Math.floor(Date.now() / 60_000) * 60_000;
    await harness.authenticator.authenticate(harness.issue({ workspaceId }), ADDRESS);
    const usage = (await harness.state.usage({ workspaceId, mode: 'live', routeTag: ROUTE_TAG })) ?? [];
    const last = usage.at(-1)?.at ?? 0;
    expect(usage.map(({ at }) => at)).toEqual(
      Array.from({ length: 60 }, (_, index) => last - (59 - index) * 60_000),
    );
    expect(last).toBeGreaterThanOrEqual(before);
    expect(last).toBeLessThanOrEqual(Date.now());
    expect(usage.findLast(({ admitted }) => admitted === 1)?.at).toBeGreaterThanOrEqual(before);
  });
}
