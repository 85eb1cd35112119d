import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { ApiError, encodeId, receiveForm, type Input, type MessageEmail } from '@parley/contracts';
import { Database } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import { contextOfRow, systemContext, type TenantContext } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { deleteInBatches, Every, ScheduledJob } from '@parley/runtime/scheduling';
import { actionFor } from '../sender-rules/action-for.ts';
import type { ContactFormRow } from './contact-form.entity.ts';
import { findContactForm } from './contact-forms.queries.ts';
import { formSubmissions } from './form-metrics.ts';
import {
  claimSubmissions,
  completeSubmission,
  deleteSubmission,
  pruneSubmissions,
  retrySubmission,
  type ClaimedSubmission,
} from './submissions.queries.ts';

/** Maximum delay in noticing what other processes have stored, and what is tried again. */
const POLL_MS = 1_000;
/** Submissions that a process has recorded at the same time. */
const CONCURRENCY = 4;
/** How long a process that died keeps a submission from others: longer than the call. */
const LEASE_MS = 60_000;
const CALL_TIMEOUT_MS = 30_000;
/** The longest wait until a submission is tried again. It is never given up. */
const WAIT_MAX_MS = 600_000;
/** How long a repetition of a submission is known, and its link works again, once it is a message. */
const KNOWN_FOR_MS = 3_600_000;

/** Has the conversation service record what was written into forms: each makes one conversation. */
@Injectable()
export class SubmissionDelivery implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #claiming: ScheduledJob;

  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#claiming = new ScheduledJob(() => this.#claim(), {
      everyMs: POLL_MS,
      name: 'form_submission.claim',
      logger,
    });
  }

  onApplicationBootstrap(): void {
    this.#claiming.start();
  }

  /** Looks for what is due now. */
  wake(): void {
    this.#claiming.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#claiming.stop();
  }

  @Every('60s', 'form_submission.prune', { atStart: true })
  async prune(): Promise<void> {
    await deleteInBatches(() => this.db.system(pruneSubmissions, [new Date()]));
  }

  async #claim(): Promise<void> {
    for (;;) {
      const claimed = await this.db.system(claimSubmissions, [CONCURRENCY, LEASE_MS]);
      await Promise.all(claimed.map((submission) => this.#deliver(submission)));
      if (claimed.length < CONCURRENCY) return;
    }
  }

  /** Never rejects: what fails is tried again, at the latest when its lease ends. */
  async #deliver(submission: ClaimedSubmission): Promise<void> {
    const { id, form_id: formId, content } = submission;
    const ctx = contextOfRow(submission, CALL_TIMEOUT_MS);
    try {
      const form = await this.db.read(ctx).one(findContactForm, [formId]);
      // The rule may be newer than the submission, which can have waited for a day.
      const isBlocked = (await actionFor(this.db.read(ctx), content.address)) === 'block';
      const received = isBlocked ? null : await this.rpc.call(receiveForm, ctx, messageOf(submission, form));
      // The contact who has written it was erased meanwhile: it may write the same again.
      const isOfErased = received !== null && received.conversation_id === null;
      await this.db.transaction(ctx, (tx) =>
        isOfErased ? tx.query(deleteSubmission, [id]) : tx.query(completeSubmission, [id, KNOWN_FOR_MS]),
      );
      formSubmissions.inc({ result: isBlocked || isOfErased ? 'refused' : 'delivered' });
    } catch (error) {
      await this.#retry(ctx, submission, error).catch((failure: unknown) =>
        this.logger.error(
          { event: 'form_submission.store.failed', err: failure, form_submission: id },
          'Cannot store when a submission of a form is tried again: it is when its lease ends',
        ),
      );
    }
  }

  async #retry(ctx: TenantContext, { id, attempts }: ClaimedSubmission, error: unknown): Promise<void> {
    const isOutage = error instanceof ApiError && error.code === 'service_unavailable';
    formSubmissions.inc({ result: 'failed' });
    this.logger[isOutage ? 'warn' : 'error'](
      { event: 'form_submission.failed', err: error, form_submission: id, attempts },
      'Cannot make a message of a submission of a form: it is tried again',
    );
    // The deadline of the call may be over.
    const own = { ...systemContext({ timeoutMs: CALL_TIMEOUT_MS }), tenant: ctx.tenant };
    const wait = Math.min(1_000 * 2 ** Math.min(attempts, 20), WAIT_MAX_MS);
    await this.db.transaction(own, (tx) => tx.query(retrySubmission, [id, wait]));
  }
}

/** A form that was deleted meanwhile leaves its conversation without mailbox, inbox and tags. */
function messageOf(
  { content, is_confirmed, message_id, conversation_id, created_at }: ClaimedSubmission,
  form: ContactFormRow | undefined,
): Input<typeof receiveForm> {
  const { name, address, subject, body } = content;
  const [inbox, mailbox] = [form?.inbox_id ?? null, form?.mailbox_id ?? null];
  const from = { address, name };
  return {
    ...{ id: encodeId('message', message_id), conversation_id: encodeId('conversation', conversation_id) },
    inbox_id: inbox === null ? null : encodeId('inbox', inbox),
    mailbox_id: mailbox === null ? null : encodeId('mailbox', mailbox),
    ...{ from, body, email: { ...NOT_A_MAIL, from, subject, authentication: provenBy(is_confirmed) } },
    tags: form?.tags ?? [],
    sent_at: created_at.toISOString(),
  };
}

const NOT_A_MAIL: MessageEmail = {
  direction: 'incoming',
  ...{ from: null, reply_to: [], to: [], cc: [], bcc: [], subject: null },
  has_html: false,
  is_automatic: false,
  // Who begins a conversation takes part in it.
  is_participant: true,
  is_truncated: false,
  authentication: null,
};

/** Anybody can write any address into a form: only a link that was mailed to it proves it. */
const provenBy = (verified: boolean): MessageEmail['authentication'] => ({
  verified,
  ...({ dmarc: 'none', dkim: 'none', spf: 'none' } as const),
});
