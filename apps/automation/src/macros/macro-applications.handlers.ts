import { Injectable } from '@nestjs/common';
import {
  ApiError,
  applyMacro,
  applyMacroToConversation,
  applyMacroToTicket,
  ConversationStatus,
  getConversation,
  getTicket,
  hasRequiredScope,
  insufficientScope,
  invalidParameter,
  lookUpContacts,
  lookUpUsers,
  renderMacro,
  variablesOf,
  type Contact,
  type Conversation,
  type Id,
  type MacroActions,
  type MacroApplication,
  type ParsedInput,
  type Scope,
  type Ticket,
} from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import { ActionReferences } from './action-references.ts';
import type { MacroRow } from './macro.entity.ts';
import { changesBetween, macroValues, namesMoreOfContact, pathInMacro, updateOf } from './macro.rules.ts';
import { Macros } from './macros.handlers.ts';

type Body = ParsedInput<typeof applyMacro>['body'];

/** What a macro is applied to, as it was read. */
type Target =
  | { noun: 'ticket'; id: Id<'ticket'>; record: Ticket }
  | { noun: 'conversation'; id: Id<'conversation'>; record: Conversation };

/** Applies macros: the owner of the record changes it and adds the message in one transaction. */
@Injectable()
export class MacroApplications {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
    private readonly macros: Macros,
    private readonly references: ActionReferences,
  ) {}

  @Handles(applyMacro)
  async apply(
    ctx: TenantContext,
    { params, body }: ParsedInput<typeof applyMacro>,
  ): Promise<MacroApplication> {
    const macro = await this.macros.find(ctx, params.macro_id);
    requireScopes(ctx, macro, body);
    const target = await this.#target(ctx, body);
    assertStatus(target.noun, macro.actions);
    await this.references.require(ctx, macro.actions);
    const text = await this.#render(ctx, macro.body, target.record);
    const message = text === null ? null : { type: macro.message_type, body: text };
    // The message cannot be taken back, so that the key is held before it is written.
    if (!body.preview) await this.db.reserveKey(ctx);
    const { before, after, message_id } = await this.#ask(ctx, macro.actions, {
      ...{ target, message },
      preview: body.preview,
    });
    const done = {
      macro_id: params.macro_id,
      conversation_id: target.noun === 'conversation' ? target.id : null,
      ticket_id: target.noun === 'ticket' ? target.id : null,
      is_preview: body.preview,
      message: message && { id: body.preview ? null : message_id, ...message },
      changes: changesBetween(before, after),
    };
    // The answer is stored under the Idempotency-Key.
    return this.db.transaction(ctx, () => Promise.resolve(done));
  }

  async #target(ctx: TenantContext, { conversation_id, ticket_id }: Body): Promise<Target> {
    if (ticket_id !== null) {
      const record = await this.rpc.call(getTicket, ctx, { params: { ticket_id } });
      return { noun: 'ticket', id: ticket_id, record };
    }
    const id = conversation_id as Id<'conversation'>;
    const record = await this.rpc.call(getConversation, ctx, { params: { conversation_id: id } });
    return { noun: 'conversation', id, record };
  }

  /** The text for a record; `null` for none. */
  async #render(ctx: TenantContext, body: string | null, record: Target['record']): Promise<string | null> {
    if (body === null) return null;
    const [user] = await this.rpc.call(lookUpUsers, ctx, { ids: [userOf(ctx)] });
    if (user === undefined) throw new Error('the user of a credential is unknown');
    const contact = namesMoreOfContact(variablesOf(body)) ? await this.#contact(ctx, record) : undefined;
    const text = renderMacro(body, macroValues(record, user, contact));
    return text.trim() === '' ? null : text;
  }

  async #contact(ctx: TenantContext, { contact }: Target['record']): Promise<Contact | undefined> {
    if (contact === null) return undefined;
    // A deleted contact has no values.
    return (await this.rpc.call(lookUpContacts, ctx, { ids: [contact.id] }))[0];
  }

  async #ask(
    ctx: TenantContext,
    actions: MacroActions,
    {
      target,
      message,
      preview,
    }: { target: Target; message: { type: 'reply' | 'note'; body: string } | null; preview: boolean },
  ) {
    const update = updateOf(actions, userOf(ctx), new Date());
    try {
      if (target.noun === 'ticket')
        return await this.rpc.call(applyMacroToTicket, ctx, { id: target.id, update, message, preview });
      const { status, ...rest } = update;
      const known = ConversationStatus.safeParse(status);
      return await this.rpc.call(applyMacroToConversation, ctx, {
        ...{ id: target.id, message, preview },
        update: { ...rest, ...(known.success && { status: known.data }) },
      });
    } catch (error) {
      throw error instanceof ApiError ? errorOfMacro(error) : error;
    }
  }
}

function userOf({ principal }: TenantContext): Id<'user'> {
  if (principal === undefined) throw new ApiError('forbidden');
  return principal.userId;
}

/** Throws 422 for a status that conversations do not have. */
function assertStatus(noun: Target['noun'], { status }: MacroActions): void {
  if (noun === 'conversation' && status !== undefined && !ConversationStatus.safeParse(status).success)
    throw invalidParameter('actions.status', `must not be ${status} for a conversation`);
}

/** Throws 403 unless the caller may read what the text shows, and write what the macro changes. */
function requireScopes({ principal }: TenantContext, macro: MacroRow, { ticket_id, preview }: Body): void {
  const noun = ticket_id === null ? 'conversations' : 'tickets';
  const hasActions = Object.keys(macro.actions).length > 0;
  const needed: Scope[] = [`${noun}:read`];
  if (macro.body !== null && namesMoreOfContact(variablesOf(macro.body))) needed.push('contacts:read');
  if (!preview && hasActions) needed.push(`${noun}:write`);
  if (!preview && macro.body !== null) needed.push('conversations:write');
  const missing = needed.filter((scope) => !hasRequiredScope(principal?.scopes ?? [], scope));
  if (missing.length > 0) throw insufficientScope(missing);
}

/** The error of an owner as one of the macro. A list of the record that grows too long is none of the request. */
function errorOfMacro(error: ApiError): ApiError {
  const named = error.withParam(pathInMacro);
  const { code, param, message } = named;
  if (code !== 'too_many_items' || param === undefined) return named;
  return invalidParameter(param, message.replace(`${param}: `, ''));
}
