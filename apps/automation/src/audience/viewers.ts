import { Injectable } from '@nestjs/common';
import { ApiError, listTeamsOfUser, uuidOf } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { Rpc } from '@parley/rpc';
import type { Viewer } from './audience.rules.ts';

/** Finds out who asks, with the teams that decide what they see. */
@Injectable()
export class Viewers {
  constructor(private readonly rpc: Rpc) {}

  async of(ctx: TenantContext): Promise<Viewer> {
    const { principal } = ctx;
    if (principal === undefined) throw new ApiError('forbidden');
    const isAdmin = principal.type === 'api_key' || principal.role === 'admin';
    const { ids } = isAdmin
      ? { ids: [] }
      : await this.rpc.call(listTeamsOfUser, ctx, { userId: principal.userId });
    return {
      userId: uuidOf('user', principal.userId),
      isAdmin,
      teams: ids.map((id) => uuidOf('team', id)),
    };
  }
}
