import { INCLUDED, type Id, type Include, type Included } from '@parley/contracts';
import type { Rpc } from '@parley/rpc';
import type { TenantContext } from '@parley/runtime/context';

/** What a ticket and a conversation name other records by. */
interface Naming {
  id: string;
  contact?: { id: string } | null;
  assignee?: { id: string } | null;
  /** Tickets alone have one. */
  conversation_id?: string | null;
}

const conversationOf = ({ id, conversation_id: linked }: Naming) => (linked === undefined ? id : linked);

const ID_OF: Readonly<Record<Include, (record: Naming) => string | null | undefined>> = {
  contact: ({ contact }) => contact?.id,
  conversation: conversationOf,
  last_message: conversationOf,
  assignee: ({ assignee }) => assignee?.id,
};

/** Reads the records that those of one page, at most 100, name. Those that do not exist any more are left out. */
export async function includedWith(
  records: readonly Naming[],
  includes: readonly Include[],
  rpc: Rpc,
  ctx: TenantContext,
): Promise<Included> {
  const groups = await Promise.all(
    includes.map(async (include) => {
      const { group, call, atOnce } = INCLUDED[include];
      const named = new Set(records.map(ID_OF[include]).filter((id) => typeof id === 'string'));
      const ids = [...named] as Id<never>[];
      const found: unknown[] = [];
      for (let at = 0; at < ids.length; at += atOnce)
        found.push(...(await rpc.call(call, ctx, { ids: ids.slice(at, at + atOnce) })));
      return [group, found] as const;
    }),
  );
  return Object.fromEntries(groups);
}
