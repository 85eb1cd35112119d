import { Injectable } from '@nestjs/common';
import {
  exportContact,
  exportContactPage,
  listAuditOfContact,
  listConversations,
  listMessages,
  listTickets,
  invalidParameter,
  notFound,
  uuidOf,
  type Page,
  type ParsedInput,
} from '@parley/contracts';
import { inTenant, type Context, type TenantContext } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import { toContact } from './contact.serializer.ts';
import { findContact } from './contacts.queries.ts';

type PageInput = ParsedInput<typeof exportContactPage>;

/** Collects what the services store about a contact. Each page is small, however many records there are. */
@Injectable()
export class ContactExport {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
  ) {}

  @Handles(exportContact)
  async contact(ctx: Context, { workspace, contact, mode }: ParsedInput<typeof exportContact>) {
    const tenant = inTenant(ctx, workspace, mode);
    const row = await this.db.read(tenant).one(findContact, [uuidOf('contact', contact)]);
    if (row !== undefined) return { contact: toContact(row) };
    for (const list of ['conversations', 'tickets'] as const)
      if ((await this.page(ctx, { workspace, contact, mode, list })).records.length > 0)
        return { contact: null };
    throw notFound('contact');
  }

  @Handles(exportContactPage)
  async page(ctx: Context, input: PageInput) {
    const tenant = inTenant(ctx, input.workspace, input.mode);
    if (input.list === 'audit_entries')
      return this.rpc.call(listAuditOfContact, tenant, {
        contact: input.contact,
        ...(input.cursor === undefined ? {} : { after: input.cursor }),
      });
    const { items, next_cursor: next } = await this.#list(tenant, input);
    return { records: items, next_cursor: next };
  }

  #list(
    tenant: TenantContext,
    { list, contact, conversation, cursor }: PageInput,
  ): Promise<Page<{ id: string }>> {
    const after = cursor === undefined ? {} : { cursor };
    const page = { per_page: '100', order: 'asc' as const, ...after };
    if (list === 'conversations')
      return this.rpc.call(listConversations, tenant, { query: { ...page, contact } });
    if (list === 'tickets') return this.rpc.call(listTickets, tenant, { query: { ...page, contact } });
    if (conversation === undefined) throw invalidParameter('conversation', 'is required for messages');
    const params = { conversation_id: conversation };
    return this.rpc.call(listMessages, tenant, { params, query: { per_page: '100', ...after } });
  }
}
