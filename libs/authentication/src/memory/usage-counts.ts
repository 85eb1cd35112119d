import type { Tenant } from '@parley/contracts';
import { ExpiringMap } from '@parley/runtime/async';
import { lastMinutes, MINUTE_MS, USAGE_MINUTES, type MinuteUsage } from '../usage.ts';

/** A workspace has at most 120 of them: 8 MB for 1,000 workspaces that are always busy. */
const MINUTES_MAX = 100_000;

type Count = Pick<MinuteUsage, 'admitted' | 'refused'>;

/** Requests per workspace, mode and clock minute, of the last hour. */
export class UsageCounts {
  readonly #minutes = new ExpiringMap<string, Count>((USAGE_MINUTES + 1) * MINUTE_MS, MINUTES_MAX);

  count(tenant: Tenant, now: number, passed: boolean): void {
    const name = nameOf(tenant, Math.floor(now / MINUTE_MS));
    const { value } =
      this.#minutes.entry(name, now) ?? this.#minutes.set(name, { admitted: 0, refused: 0 }, now);
    if (passed) value.admitted += 1;
    else value.refused += 1;
  }

  of(tenant: Tenant, now: number): MinuteUsage[] {
    return lastMinutes(Math.floor(now / MINUTE_MS), (minute, refused) => {
      const counted = this.#minutes.entry(nameOf(tenant, minute), now)?.value;
      return (refused ? counted?.refused : counted?.admitted) ?? 0;
    });
  }
}

function nameOf({ workspaceId, mode }: Tenant, minute: number): string {
  return `${workspaceId}:${mode}:${minute}`;
}
