import { Injectable } from '@nestjs/common';
import { lookUpTags, lookUpTeams, lookUpUsers, tagKey, type Id, type View } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { Rpc } from '@parley/rpc';
import { namedRecords } from './view.rules.ts';

type Named = ReturnType<typeof namedRecords>;

/** Tells which tags, users and teams that a view names do not exist (any more). It lists what matches nevertheless. */
@Injectable()
export class ViewWarnings {
  constructor(private readonly rpc: Rpc) {}

  async of(ctx: TenantContext, view: Pick<View, 'filter' | 'team_id'>): Promise<View['warnings']> {
    const tags = namedRecords(view, 'tag');
    const users = namedRecords(view, 'assignee');
    const seenBy = view.team_id === null ? [] : [{ param: 'team_id', value: view.team_id as string }];
    const teams = [...seenBy, ...namedRecords(view, 'team')];
    const [knownTags, knownUsers, knownTeams] = await Promise.all([
      known(tags, async (names) => (await this.rpc.call(lookUpTags, ctx, { names })).keys),
      known(users, async (ids) =>
        (await this.rpc.call(lookUpUsers, ctx, { ids: ids.slice(0, 100) as Id<'user'>[] })).map(
          ({ id }) => id,
        ),
      ),
      known(teams, async (ids) => (await this.rpc.call(lookUpTeams, ctx, { ids: ids as Id<'team'>[] })).ids),
    ]);
    return [
      ...missing(tags, 'tag', (name) => knownTags.has(tagKey(name))),
      ...missing(users, 'user', (id) => knownUsers.has(id)),
      ...missing(teams, 'team', (id) => knownTeams.has(id)),
    ];
  }
}

async function known(
  named: Named,
  lookUp: (values: string[]) => Promise<readonly string[]>,
): Promise<ReadonlySet<string>> {
  if (named.length === 0) return new Set();
  return new Set(await lookUp([...new Set(named.map(({ value }) => value))]));
}

const missing = (named: Named, noun: string, isKnown: (value: string) => boolean): View['warnings'] =>
  named
    .filter(({ value }) => !isKnown(value))
    .map(({ param }) => ({ param, message: `The ${noun} does not exist (any more).` }));
