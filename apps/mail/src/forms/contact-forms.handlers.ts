import { Injectable } from '@nestjs/common';
import {
  ApiError,
  contactFormCreated,
  contactFormDeleted,
  contactFormUpdated,
  createContactForm,
  deleteContactForm,
  getContactForm,
  invalidParameter,
  listContactForms,
  notFound,
  rotateContactFormKey,
  updateContactForm,
  uuidOf,
  type ContactForm,
  type Id,
  type ParsedInput,
} from '@parley/contracts';
import { readPage } from '@parley/lists';
import { randomBase32 } from '@parley/mail-text';
import { Database, type RowChanges, type Transaction } from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import type { TenantContext } from '@parley/runtime/context';
import { changedFields, changedValues, uuidOfNewRecord } from '@parley/runtime/records';
import { MailConfig } from '../mail.config.ts';
import { inboxOf } from '../mailboxes/inbox-of.ts';
import { findMailbox } from '../mailboxes/mailboxes.queries.ts';
import { SystemMailbox } from '../notices/system-mailbox.ts';
import { ContactFormRow } from './contact-form.entity.ts';
import { toContactForm } from './contact-form.serializer.ts';
import * as queries from './contact-forms.queries.ts';
import { deleteWaitingOfForm } from './submissions.queries.ts';

/** Most forms of a workspace in one mode. */
const FORMS_MAX = 100;
/** Characters of the key of a form: 130 bits. */
const KEY_LENGTH = 26;

@Injectable()
export class ContactForms {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
    private readonly config: MailConfig,
    private readonly mailbox: SystemMailbox,
  ) {}

  @Handles(createContactForm)
  async create(ctx: TenantContext, { body }: ParsedInput<typeof createContactForm>) {
    this.#assertConfirmable(ctx, body.confirmation);
    const inbox_id = await inboxOf(this.rpc, ctx, body.inbox_id);
    const id = uuidOfNewRecord(ctx);
    return this.db.transaction(ctx, async (tx) => {
      await tx.query(queries.lockContactForms);
      if (((await tx.one(queries.countContactForms))?.count ?? 0) >= FORMS_MAX)
        throw new ApiError('too_many_items', {
          message: `The workspace has ${FORMS_MAX} contact forms in this mode, which is the maximum. Delete one first.`,
        });
      const mailbox_id = await mailboxOf(tx, body.mailbox_id);
      const row = { ...body, id, key: randomBase32(KEY_LENGTH), inbox_id, mailbox_id };
      const form = this.#shown(await tx.insert(ContactFormRow, row));
      tx.emit(contactFormCreated, form);
      return form;
    });
  }

  @Handles(listContactForms)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listContactForms>) {
    const { rows, ...page } = await readPage(this.db.read(ctx), queries.contactFormList, query);
    return { ...page, items: rows.map((row) => this.#shown(row)) };
  }

  @Handles(getContactForm)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getContactForm>) {
    const id = uuidOf('contact_form', params.contact_form_id);
    const row = await this.db.read(ctx).one(queries.findContactForm, [id]);
    if (row === undefined) throw notFound('contact_form');
    return this.#shown(row);
  }

  @Handles(updateContactForm)
  async update(ctx: TenantContext, { params, body }: ParsedInput<typeof updateContactForm>) {
    this.#assertConfirmable(ctx, body.confirmation ?? false);
    const { inbox_id: inbox, mailbox_id: mailbox, ...fields } = body;
    const found = inbox === undefined ? {} : { inbox_id: await inboxOf(this.rpc, ctx, inbox) };
    return this.#change(ctx, params.contact_form_id, async (tx) => ({
      ...fields,
      ...found,
      ...(mailbox === undefined ? {} : { mailbox_id: await mailboxOf(tx, mailbox) }),
    }));
  }

  @Handles(rotateContactFormKey)
  rotate(ctx: TenantContext, { params }: ParsedInput<typeof rotateContactFormKey>) {
    return this.#change(ctx, params.contact_form_id, () => ({ key: randomBase32(KEY_LENGTH) }));
  }

  @Handles(deleteContactForm)
  delete(ctx: TenantContext, { params }: ParsedInput<typeof deleteContactForm>) {
    const id = uuidOf('contact_form', params.contact_form_id);
    return this.db.transaction(ctx, async (tx) => {
      if (!(await tx.remove(ContactFormRow, id))) throw notFound('contact_form');
      await tx.query(deleteWaitingOfForm, [id]);
      tx.emit(contactFormDeleted, { id: params.contact_form_id });
    });
  }

  #change(
    ctx: TenantContext,
    id: Id<'contact_form'>,
    changes: (
      tx: Transaction,
    ) => Partial<RowChanges<ContactFormRow>> | Promise<Partial<RowChanges<ContactFormRow>>>,
  ): Promise<ContactForm> {
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.lock(queries.lockContactForm, [uuidOf('contact_form', id)]);
      if (row === undefined) throw notFound('contact_form');
      return changeContactForm(tx, row, await changes(tx), this.config.MAIL_URL);
    });
  }

  #shown(row: ContactFormRow): ContactForm {
    return toContactForm(row, this.config.MAIL_URL);
  }

  /** Throws 422 if nothing could mail the link. In test mode nothing is mailed: the answer to a submission has the link. */
  #assertConfirmable({ tenant }: TenantContext, confirmation: boolean): void {
    if (confirmation && tenant.mode === 'live' && !this.mailbox.isOn)
      throw invalidParameter(
        'confirmation',
        'needs a mailbox of the installation, which its operator sets (SYSTEM_MAIL_URL)',
      );
  }
}

/** Writes what a patch changes of a locked form, and its event. */
export async function changeContactForm(
  tx: Transaction,
  row: ContactFormRow,
  patch: Partial<RowChanges<ContactFormRow>>,
  mailUrl: string,
): Promise<ContactForm> {
  const changes = changedValues(row, patch);
  const before = toContactForm(row, mailUrl);
  if (Object.keys(changes).length === 0) return before;
  const form = toContactForm(await tx.update(ContactFormRow, row, changes), mailUrl);
  tx.emit(contactFormUpdated, form, changedFields(before, form));
  return form;
}

/** Uuid of a mailbox. Throws 422 for an unknown id. */
async function mailboxOf(tx: Transaction, id: Id<'mailbox'> | null): Promise<string | null> {
  if (id === null) return null;
  const uuid = uuidOf('mailbox', id);
  if ((await tx.one(findMailbox, [uuid])) === undefined)
    throw invalidParameter('mailbox_id', 'is not a mailbox of this workspace');
  return uuid;
}
