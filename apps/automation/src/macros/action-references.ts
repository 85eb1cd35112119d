import { Injectable } from '@nestjs/common';
import {
  assertNone,
  lookUpTags,
  lookUpTeams,
  lookUpUsers,
  tagKey,
  type ErrorDetail,
  type MacroActions,
} from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { Rpc } from '@parley/rpc';

/** What the actions of a macro name in other services. */
@Injectable()
export class ActionReferences {
  constructor(private readonly rpc: Rpc) {}

  /** Throws 422 with the path of each user, team and tag that does not exist, or is deactivated. */
  async require(ctx: TenantContext, actions: MacroActions): Promise<void> {
    const problems = await Promise.all([
      this.#user(ctx, actions.assignee_id),
      this.#team(ctx, actions.team_id),
      this.#tags(ctx, actions.add_tags ?? []),
    ]);
    assertNone(problems.flat());
  }

  async #user(ctx: TenantContext, id: MacroActions['assignee_id']): Promise<ErrorDetail[]> {
    if (id == null || id === 'me') return [];
    const [user] = await this.rpc.call(lookUpUsers, ctx, { ids: [id] });
    return user?.status === 'active'
      ? []
      : [invalid('assignee_id', 'is not an active user of this workspace')];
  }

  async #team(ctx: TenantContext, id: MacroActions['team_id']): Promise<ErrorDetail[]> {
    if (id == null) return [];
    const { ids } = await this.rpc.call(lookUpTeams, ctx, { ids: [id] });
    return ids.length > 0 ? [] : [invalid('team_id', 'is not a team of this workspace')];
  }

  async #tags(ctx: TenantContext, names: readonly string[]): Promise<ErrorDetail[]> {
    if (names.length === 0) return [];
    const { keys } = await this.rpc.call(lookUpTags, ctx, { names: [...names] });
    return names.flatMap((name, index) =>
      keys.includes(tagKey(name)) ? [] : [invalid(`add_tags[${index}]`, 'is not a tag of this workspace')],
    );
  }
}

const invalid = (field: string, message: string): ErrorDetail => ({
  ...{ code: 'invalid_parameter', param: `actions.${field}`, message },
});
