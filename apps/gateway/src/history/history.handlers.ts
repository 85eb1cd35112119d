import { Injectable } from '@nestjs/common';
import {
  ApiError,
  getContact,
  getConversation,
  getTicket,
  historyTypesOf,
  type IdKind,
  listContactHistory,
  listConversationHistory,
  listEvents,
  listTicketHistory,
  type ParsedInput,
  toHistoryEntry,
} from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { Handles, Rpc } from '@parley/rpc';
import { readWholePage, type RestOfPage } from '../operations/whole-page.ts';

type Query = ParsedInput<typeof listTicketHistory>['query'];

/** The history of a record: its events, if the service that owns it has it. */
@Injectable()
export class History {
  constructor(private readonly rpc: Rpc) {}

  @Handles(listTicketHistory)
  ofTicket(ctx: TenantContext, { params, query }: ParsedInput<typeof listTicketHistory>) {
    return this.#read(ctx, 'ticket', params.ticket_id, query, this.rpc.call(getTicket, ctx, { params }));
  }

  @Handles(listConversationHistory)
  ofConversation(ctx: TenantContext, { params, query }: ParsedInput<typeof listConversationHistory>) {
    const found = this.rpc.call(getConversation, ctx, { params });
    return this.#read(ctx, 'conversation', params.conversation_id, query, found);
  }

  @Handles(listContactHistory)
  ofContact(ctx: TenantContext, { params, query }: ParsedInput<typeof listContactHistory>) {
    return this.#read(ctx, 'contact', params.contact_id, query, this.rpc.call(getContact, ctx, { params }));
  }

  /** @param found rejects if the tenant has no such record. */
  async #read(
    ctx: TenantContext,
    kind: IdKind,
    id: string,
    { page, per_page: perPage, cursor, order }: Query,
    found: Promise<unknown>,
  ) {
    const query = {
      resource: id,
      event: historyTypesOf(kind).join(','),
      page: String(page),
      per_page: String(perPage),
      order,
      ...(cursor === undefined ? {} : { cursor }),
    };
    const read = (rest: RestOfPage) => this.rpc.call(listEvents, ctx, { query: { ...query, ...rest } });
    const [record, events] = await Promise.allSettled([found, readWholePage(ctx.tenant, perPage, read)]);
    // An invalid cursor comes before a record that does not exist, as everywhere; that comes before the rest.
    if (events.status === 'rejected' && isInvalid(events.reason)) throw events.reason;
    if (record.status === 'rejected') throw record.reason;
    if (events.status === 'rejected') throw events.reason;
    return { ...events.value, items: events.value.items.map(toHistoryEntry) };
  }
}

const isInvalid = (error: unknown): boolean =>
  error instanceof ApiError && error.type === 'invalid_request_error';
