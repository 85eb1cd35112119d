import { Inject, Injectable } from '@nestjs/common';
import { REQUEST_COUNTS, type MinuteUsage, type RequestCounts } from '@parley/authentication';
import { ApiError, PLANS, type Mode } from '@parley/contracts';
import { getUsage, type UsageMinute } from '@parley/contracts/console';
import { Database } from '@parley/persistence';
import { requireWorkspace } from '../workspaces/workspaces.queries.ts';
import { HandlesConsole, type ConsoleCall } from './handles-console.ts';

@Injectable()
export class UsageConsole {
  constructor(
    private readonly db: Database,
    @Inject(REQUEST_COUNTS) private readonly counts: RequestCounts,
  ) {}

  @HandlesConsole(getUsage)
  async get({ ctx }: ConsoleCall) {
    const { plan, route_tag: routeTag } = await requireWorkspace(this.db.read(ctx));
    const { workspaceId } = ctx.tenant;
    const of = (mode: Mode) => this.counts.usage({ workspaceId, mode, routeTag });
    const [live, test] = await Promise.all([of('live'), of('test')]);
    if (live === null || test === null) throw new ApiError('service_unavailable');
    return {
      plan,
      requests_per_minute: PLANS[plan],
      live: live.map(toUsageMinute),
      test: test.map(toUsageMinute),
    };
  }
}

function toUsageMinute({ at, admitted, refused }: MinuteUsage): UsageMinute {
  return { minute: new Date(at).toISOString(), requests: admitted, rate_limited: refused };
}
