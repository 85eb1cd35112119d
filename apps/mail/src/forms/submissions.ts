import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { addressSubject } from '@parley/authentication';
import { ApiError } from '@parley/contracts';
import { randomBase32 } from '@parley/mail-text';
import { Database, type Transaction } from '@parley/persistence';
import { contextOfRow } from '@parley/runtime/context';
import { newUuid } from '@parley/runtime/records';
import { newMessageId } from '../composing/message-id.ts';
import { MailConfig } from '../mail.config.ts';
import { countWithin } from '../notices/counting.ts';
import { NoticeQueue } from '../notices/notice-queue.ts';
import { NoticeSender } from '../notices/notice-sender.ts';
import { SystemMailbox } from '../notices/system-mailbox.ts';
import { actionFor } from '../sender-rules/action-for.ts';
import type { ContactFormRow } from './contact-form.entity.ts';
import { findContactForm, findFormOfKey } from './contact-forms.queries.ts';
import { formSubmissions } from './form-metrics.ts';
import { SubmissionDelivery } from './submission-delivery.ts';
import { contentKeyOf, submissionLimits, type Submission } from './submission.rules.ts';
import * as queries from './submissions.queries.ts';

const TIMEOUT_MS = 10_000;
/** Time in which the same content again is a repetition. */
const REPEATED_WITHIN_MS = 600_000;
/** Time for a confirmation. The guide and the pages name it. */
const CONFIRM_WITHIN_MS = 86_400_000;
/** Characters of the token in a link: 130 bits. */
const TOKEN_LENGTH = 26;
const TOKEN = /^[0-9a-z]{26}$/;
const RETRY_AFTER_S = 3_600;

/** What has become of a submission. The link is that of a form of test mode, which mails nobody. */
export interface Received {
  readonly status: 'received' | 'confirmation_required';
  readonly link: string | null;
}

/** Stores what is written into forms, and confirms it. */
@Injectable()
export class Submissions {
  constructor(
    private readonly db: Database,
    private readonly config: MailConfig,
    private readonly delivery: SubmissionDelivery,
    private readonly mailbox: SystemMailbox,
    private readonly notices: NoticeQueue,
    private readonly sender: NoticeSender,
  ) {}

  /** Throws `not_found` for a key that no form has. */
  async formOf(key: string): Promise<ContactFormRow> {
    const [found] = TOKEN.test(key) ? await this.db.system(findFormOfKey, [key]) : [];
    const form =
      found && (await this.db.read(contextOfRow(found, TIMEOUT_MS)).one(findContactForm, [found.id]));
    // The key may have been rotated in between.
    if (form?.key !== key) throw new ApiError('not_found', { message: 'No form has this address.' });
    return form;
  }

  /**
   * Stores a submission. Once it resolves the submission is not lost. A repetition of one makes nothing, and is answered alike, as is one
   * of a blocked sender, of which nothing but its hash is stored. Throws `rate_limit_exceeded` for one too many, and
   * `service_unavailable` if the form asks for confirmations that nothing can mail.
   */
  async submit(form: ContactFormRow, submission: Submission, client: string): Promise<Received> {
    const id = newUuid();
    const token = form.confirmation ? randomBase32(TOKEN_LENGTH) : null;
    const linkEndsAt = new Date(Date.now() + CONFIRM_WITHIN_MS);
    const link = token === null ? null : `${this.config.MAIL_URL}/confirmations/${token}`;
    const { result, hasLink } = await this.db.transaction(contextOfRow(form, TIMEOUT_MS), async (tx) => {
      const key = contentKeyOf(submission);
      await tx.query(queries.forgetContent, [form.id, key, REPEATED_WITHIN_MS]);
      const isBlocked = (await actionFor(tx, submission.address)) === 'block';
      const { status, content, expiresAt } = isBlocked
        ? { status: 'delivered', content: null, expiresAt: new Date(Date.now() + REPEATED_WITHIN_MS) }
        : {
            ...{ status: token === null ? 'stored' : 'waiting', content: JSON.stringify(submission) },
            expiresAt: token === null ? null : linkEndsAt,
          };
      const values = [
        ...[id, form.id, status, key, token === null ? null : hashOf(token)],
        ...[content, newUuid(), newUuid(), expiresAt],
      ];
      const row = await tx.one(queries.insertSubmission, values);
      if (row !== undefined && row.id !== id) return { result: 'repeated' as const, hasLink: row.has_link };
      await count(tx, form, submission, client);
      if (link !== null && form.mode === 'live')
        await this.#mail(tx, { id, form, to: submission.address, link, expiresAt: linkEndsAt }, isBlocked);
      if (token === null) tx.afterCommit(() => this.delivery.wake());
      const made = token === null ? ('received' as const) : ('waiting' as const);
      return { result: isBlocked ? ('refused' as const) : made, hasLink: token !== null };
    });
    formSubmissions.inc({ result });
    // The form may have been changed since the first of a repetition.
    const status = hasLink ? 'confirmation_required' : 'received';
    return { status, link: result !== 'repeated' && form.mode === 'test' ? link : null };
  }

  /** The form of a link; null if the link is none, or its time is over. `isDone` if it was confirmed before. */
  async formOfLink(token: string): Promise<{ form: ContactFormRow | null; isDone: boolean } | null> {
    const found = await this.#ofToken(token);
    if (found === null) return null;
    const form = await this.db.read(contextOfRow(found, TIMEOUT_MS)).one(findContactForm, [found.form_id]);
    return { form: form ?? null, isDone: found.status !== 'waiting' };
  }

  /** Has a submission become a message. A repeat changes nothing. Returns its form as {@link formOfLink} does. */
  async confirm(token: string) {
    const found = await this.#ofToken(token);
    if (found?.status === 'waiting') {
      const [confirmed] = await this.db.transaction(contextOfRow(found, TIMEOUT_MS), (tx) =>
        tx.query(queries.confirmSubmission, [found.id]),
      );
      if (confirmed !== undefined) formSubmissions.inc({ result: 'confirmed' });
      this.delivery.wake();
    }
    return this.formOfLink(token);
  }

  async #ofToken(token: string): Promise<queries.LinkedSubmission | null> {
    const [found] = TOKEN.test(token) ? await this.db.system(queries.findOfToken, [hashOf(token)]) : [];
    return found ?? null;
  }

  /**
   * The mail has nothing that the sender wrote: others would have us send their texts. One to a blocked sender is counted alone, so that
   * the answers tell nobody who is blocked.
   */
  async #mail(
    tx: Transaction,
    mail: { id: string; form: ContactFormRow; to: string; link: string; expiresAt: Date },
    isBlocked: boolean,
  ): Promise<void> {
    const { id, form, to, link, expiresAt } = mail;
    if (!this.mailbox.isOn) throw new ApiError('service_unavailable');
    const notice = {
      id,
      workspace: form.workspace_id,
      stored: {
        to,
        message_id: newMessageId(this.mailbox.sender.address),
        notice: {
          kind: 'form_confirmation' as const,
          form_name: form.name,
          link,
          expires_at: expiresAt.toISOString(),
        },
      },
    };
    if (!(await (isBlocked ? this.notices.count(tx, notice) : this.notices.add(tx, notice))))
      throw tooMany(
        'Too many mails were sent to this address, or for this form. Confirm one of them, or try again later.',
      );
    tx.afterCommit(() => this.sender.wake());
  }
}

async function count(
  tx: Transaction,
  form: ContactFormRow,
  submission: Submission,
  client: string,
): Promise<void> {
  const limits = submissionLimits(form.id, addressSubject(client), submission);
  if (!(await countWithin(tx, limits)))
    throw tooMany('Too many messages were sent with this form. Try again in an hour.');
}

const tooMany = (message: string) =>
  new ApiError('rate_limit_exceeded', { message, retryAfter: RETRY_AFTER_S });

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
