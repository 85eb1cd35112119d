import { Injectable } from '@nestjs/common';
import {
  ApiError,
  encodeId,
  NewTicket,
  upsertTicket,
  validationError,
  type ParsedInput,
} from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import type { z } from 'zod';
import { Tickets } from './tickets.handlers.ts';
import { findTicketByExternalId } from './tickets.queries.ts';

type Body = ParsedInput<typeof upsertTicket>['body'];

/** Creates tickets, or changes those that have their external id. */
@Injectable()
export class TicketUpserts {
  constructor(
    private readonly db: Database,
    private readonly tickets: Tickets,
  ) {}

  @Handles(upsertTicket)
  async upsert(ctx: TenantContext, { body }: ParsedInput<typeof upsertTicket>) {
    await this.db.reserveKey(ctx);
    const work = { ...ctx, idempotency: undefined };
    const written = await this.#write(work, body).catch((error: unknown) => {
      // Another request has created or deleted it meanwhile.
      const isOvertaken = error instanceof ApiError && ['duplicate_value', 'not_found'].includes(error.code);
      if (isOvertaken) return this.#write(work, body);
      throw error;
    });
    // The answer is stored under the Idempotency-Key.
    return this.db.transaction(ctx, () => Promise.resolve(written));
  }

  async #write(ctx: TenantContext, body: Body) {
    const found = await this.db.read(ctx).one(findTicketByExternalId, [body.external_id]);
    if (found === undefined)
      return { data: await this.tickets.create(ctx, { body: draftOf(body) }), meta: { created: true } };
    const params = { ticket_id: encodeId('ticket', found.id) };
    const { external_id: _ofMerged, ...rest } = body;
    // The ticket that has taken the place of a merged one keeps its own external id.
    const changes = found.is_merged ? rest : body;
    return { data: await this.tickets.update(ctx, { params, body: changes }), meta: { created: false } };
  }
}

/** The body of a creation. Throws 422 for what only a creation requires. */
function draftOf(body: Body): z.output<typeof NewTicket> {
  const { data, error } = NewTicket.safeParse(body);
  if (error !== undefined) throw validationError(error, body, 'body');
  return data;
}
