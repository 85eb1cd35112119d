import { Injectable } from '@nestjs/common';
import { assertNone, lookUpUsers, type ErrorDetail, type Id } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { Rpc } from '@parley/rpc';

/** Knows whom a note may mention. */
@Injectable()
export class Mentions {
  constructor(private readonly rpc: Rpc) {}

  /** Throws 422 for ids that are not those of active users of the workspace. */
  async assertActive(ctx: TenantContext, ids: readonly Id<'user'>[] = []): Promise<void> {
    if (ids.length === 0) return;
    const users = await this.rpc.call(lookUpUsers, ctx, { ids: [...ids] });
    const active = new Set(users.filter(({ status }) => status === 'active').map(({ id }) => id));
    const problems = ids.flatMap((id, index): ErrorDetail[] =>
      active.has(id)
        ? []
        : [
            {
              code: 'invalid_parameter',
              param: `mentions[${index}]`,
              message: 'must be an active user of the workspace',
            },
          ],
    );
    assertNone(problems);
  }
}
