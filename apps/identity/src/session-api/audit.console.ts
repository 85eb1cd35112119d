import { Injectable } from '@nestjs/common';
import { decodeId, encodeId, invalidParameter, uuidOf, type Id } from '@parley/contracts';
import { listAuditEntries, type ParsedConsoleInput } from '@parley/contracts/console';
import type { WorkspaceContext } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { NIL_UUID } from '@parley/runtime/records';
import { HandlesConsole, type ConsoleCall } from './handles-console.ts';
import type { AuditEntryRow } from '../audit/audit-entry.entity.ts';
import { toAuditEntry } from '../audit/audit.handlers.ts';
import * as queries from '../audit/audit.queries.ts';

type Query = ParsedConsoleInput<typeof listAuditEntries>['query'];

/** Times and an id before and after every entry. */
const FIRST = new Date(0);
const LAST = new Date('9999-12-31T23:59:59.999Z');
@Injectable()
export class AuditConsole {
  constructor(private readonly db: Database) {}

  @HandlesConsole(listAuditEntries)
  async list({ ctx }: ConsoleCall, { query }: ParsedConsoleInput<typeof listAuditEntries>) {
    const { type = null, created_after: after = FIRST, per_page: perPage } = query;
    const end = await this.#endOf(ctx, query);
    const values = [type, ...actorOf(query.actor), after, end.at, end.id, perPage + 1];
    const rows = await this.db.read(ctx).query(queries.listFilteredAuditEntries, values);
    const page = rows.slice(0, perPage);
    const last = rows.length > perPage ? page.at(-1) : undefined;
    const names = await this.#namesOf(ctx, page);
    return {
      data: page.map((row) => {
        const entry = toAuditEntry(row);
        return { ...entry, actor: { ...entry.actor, name: names.get(actorUuid(row) ?? '') ?? null } };
      }),
      meta: { next_cursor: last === undefined ? null : encodeId('audit_entry', last.id) },
    };
  }

  /** The entries are before this time, or at it and before this id. */
  async #endOf(
    ctx: WorkspaceContext,
    { cursor, created_before: before = LAST }: Query,
  ): Promise<{ at: Date; id: string }> {
    const end = { at: before, id: NIL_UUID };
    if (cursor === undefined) return end;
    const id = uuidOf('audit_entry', cursor);
    const entry = await this.db.read(ctx).one(queries.findAuditEntryTime, [id]);
    if (entry === undefined) throw invalidParameter('cursor', 'names no entry', 'query');
    return entry.at < before ? { at: entry.at, id } : end;
  }

  async #namesOf(
    ctx: WorkspaceContext,
    rows: readonly AuditEntryRow[],
  ): Promise<ReadonlyMap<string, string>> {
    const uuidsOf = (type: AuditEntryRow['actor_type']) => [
      ...new Set(rows.filter((row) => row.actor_type === type).flatMap((row) => actorUuid(row) ?? [])),
    ];
    const [users, keys] = [uuidsOf('user'), uuidsOf('api_key')];
    if (users.length + keys.length === 0) return new Map();
    const named = await this.db.read(ctx).query(queries.findActorNames, [users, keys]);
    return new Map(named.map(({ id, name }) => [id, name]));
  }
}

/** Type and public id of the actor that a filter names; `null` for any. */
function actorOf(actor: Query['actor']): [type: string | null, id: Id<'user'> | Id<'key'> | null] {
  if (actor === undefined) return [null, null];
  return actor === 'operator' || actor === 'system' ? [actor, null] : [null, actor];
}

/** The uuid of a user or an API key; `null` for other actors. */
function actorUuid({ actor_type: type, actor_id: id }: AuditEntryRow): string | null {
  if (id === null || (type !== 'user' && type !== 'api_key')) return null;
  return decodeId(type === 'user' ? 'user' : 'key', id);
}
