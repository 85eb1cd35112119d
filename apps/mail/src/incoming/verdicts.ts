import { Injectable } from '@nestjs/common';
import { encodeId } from '@parley/contracts';
import { addressKey } from '@parley/mail-text';
import type { ReadMail } from '@parley/mail-reader';
import { Database, uniqueViolation } from '@parley/persistence';
import type { TenantContext } from '@parley/runtime/context';
import { randomPartOf } from '../composing/message-id.ts';
import type { MailboxRow } from '../mailboxes/mailbox.entity.ts';
import { authenticate } from './authenticate.ts';
import type { Authentication } from './authentication.rules.ts';
import { classify, isMessage, loopIds, type Classification, type MailContext } from './classify.rules.ts';
import { Holding } from './holding.ts';
import { domainOf, referenceKey } from './headers.rules.ts';
import type { IncomingMailRow } from './incoming-mail.entity.ts';
import { countRecent, findByContent, findReferences, summarizeMail } from './incoming-mails.queries.ts';
import {
  bodyHashOf,
  contentKey,
  mayBeImitation,
  provenContentKey,
  releasedContentKey,
  shownHashOf,
} from './keys.rules.ts';
import { LookUps } from './look-ups.ts';
import { MailboxAddresses } from './mailbox-addresses.ts';
import { MailReading } from './mail-reading.ts';
import { ignored, quarantined, type Outcome } from './outcome.rules.ts';
import { Recording, shown, type Arrival, type KnownArrival } from './recording.ts';
import { Reports } from './reports.ts';

/** Time in which floods are counted. */
export const FLOOD_WINDOW_MS = 600_000;

/** What a mail was has changed while it was read. */
export class GoneError extends Error {
  override readonly name = 'GoneError';
}

const OWN_COPY = ignored('own_copy', 'It is a copy of a mail of this workspace.');
/** A copy of a mail that nothing proves, which may be the genuine one: its source is kept. */
const UNDECIDED = quarantined(
  'unproven_copy',
  'A mail with the same Message-ID, date and sender arrived before, and name servers did not answer which of them is genuine.',
);
/** Nothing is known of the sender. */
const UNKNOWN: Authentication = { dmarc: 'none', dkim: 'none', spf: 'none', verified: false, policy: null };

/** Finds out what becomes of a stored mail, and records those that are messages. */
@Injectable()
export class Verdicts {
  readonly #lookUps = new LookUps();

  constructor(
    private readonly db: Database,
    private readonly reading: MailReading,
    private readonly addresses: MailboxAddresses,
    private readonly reports: Reports,
    private readonly recording: Recording,
    private readonly holding: Holding,
  ) {}

  /** Throws `UnreadableMailError`, and what an outage makes of a call. */
  async of(ctx: TenantContext, stored: IncomingMailRow, mailbox: MailboxRow): Promise<Outcome> {
    const mail = await this.reading.read(ctx, stored);
    // It was kept beside an imitation when it was read before.
    if (stored.content_key?.equals(provenContentKey(mail)) === true)
      return this.#ofNew({ ctx, row: stored, mailbox, mail }, null);
    const row =
      (await this.#summarize(ctx, stored, mail, contentKey(mail))) ??
      (stored.is_released ? await this.#summarize(ctx, stored, mail, releasedContentKey(stored.id)) : null);
    if (row !== null) return this.#ofNew({ ctx, row, mailbox, mail }, null);
    const copyOf = (key: Buffer) => this.db.read(ctx).one(findByContent, [key, stored.id]);
    const first = await copyOf(contentKey(mail));
    if (first !== undefined && mayBeImitation(first, mail, stored.envelope)) {
      const genuine = await copyOf(provenContentKey(mail));
      if (genuine?.shown_hash?.equals(shownHashOf(mail, stored.envelope)) === true) return duplicate(genuine);
      const authentication = await this.#authenticate({ ctx, row: stored, mailbox, mail });
      const proven = authentication.verified
        ? await this.#summarize(ctx, stored, mail, provenContentKey(mail))
        : null;
      if (proven !== null) return this.#ofNew({ ctx, row: proven, mailbox, mail }, authentication);
      if (authentication.verified) return duplicate(await copyOf(provenContentKey(mail)));
      if (isUndecided(authentication)) return UNDECIDED;
    }
    return duplicate(first);
  }

  async #ofNew(arrival: Arrival, known: Authentication | null): Promise<Outcome> {
    if (arrival.row.arrived_at !== null) return this.#ofPast(arrival);
    const { ctx, mailbox, mail } = arrival;
    const authentication = known ?? (await this.#authenticate(arrival));
    const summary = { authentication: shown(authentication) };
    const context = await this.#contextOf(arrival, authentication);
    const classification = classify(mail, context);
    const outcome =
      (await this.reports.probe(ctx, mailbox, mail, shown(authentication))) ??
      (await this.#outcomeOf({ ...arrival, context }, authentication, classification));
    return { ...outcome, summary: { ...summary, type: classification.class, ...outcome.summary } };
  }

  /**
   * A mail of the past: whether it is authentic is asked only where it may be the one that another mail imitates, since the keys of signatures
   * are replaced after a while. What it reports is long over, and many mails of one sender are no flood.
   */
  async #ofPast(arrival: Arrival): Promise<Outcome> {
    const { ctx, row, mail } = arrival;
    const context = await this.#contextOf(arrival, UNKNOWN);
    const classification = { ...classify(mail, context), flood: null };
    const outcomeOf = async () => {
      if (classification.class === 'own_copy') return OWN_COPY;
      if (!isMessage(classification.class))
        return ignored('past_report', 'It reports on a mail that was sent before the import.');
      const held = row.is_released ? null : await this.holding.of(ctx, row, mail, UNKNOWN, null);
      return held ?? (await this.recording.of({ ...arrival, context }, UNKNOWN, classification));
    };
    const outcome = await outcomeOf();
    return { ...outcome, summary: { type: classification.class, ...outcome.summary } };
  }

  async #outcomeOf(
    arrival: KnownArrival,
    authentication: Authentication,
    classification: Classification,
  ): Promise<Outcome> {
    const { ctx, row, mail } = arrival;
    const { class: kind, flood } = classification;
    switch (kind) {
      case 'own_copy':
        return OWN_COPY;
      case 'bounce':
        if (row.is_released) break;
        return this.reports.bounce(ctx, mail);
      case 'complaint':
        if (row.is_released) break;
        return this.reports.complaint(ctx, mail);
      case 'receipt':
        return ignored('receipt', 'It only tells that a mail was displayed.');
    }
    if (!row.is_released) {
      const held = await this.holding.of(ctx, row, mail, authentication, flood);
      if (held !== null) return held;
    }
    return this.recording.of(arrival, authentication, classification);
  }

  /** Stores what two copies of a mail have in common; null for one that is a copy of another one. */
  async #summarize(
    ctx: TenantContext,
    row: IncomingMailRow,
    mail: ReadMail,
    key: Buffer,
  ): Promise<IncomingMailRow | null> {
    const [from] = mail.from;
    const values = [
      ...[row.id, key, from === undefined ? null : addressKey(from.address)],
      from === undefined ? null : { address: from.address, name: from.name },
      ...[mail.subject === '' ? null : mail.subject, bodyHashOf(mail), shownHashOf(mail, row.envelope)],
    ];
    try {
      const summarized = await this.db.read(ctx).one(summarizeMail, values);
      // It was discarded or forgotten since it was claimed.
      if (summarized === undefined) throw new GoneError();
      return summarized;
    } catch (error) {
      if (uniqueViolation(error) !== null) return null;
      throw error;
    }
  }

  async #authenticate({ ctx, row, mailbox, mail }: Arrival): Promise<Authentication> {
    const { client, from } = row.envelope;
    const origin = {
      client: client === null ? null : { ip: client.ip, helo: client.name, sender: from ?? '' },
      trustedAuthservId: mailbox.authserv_id,
    };
    return authenticate(mail, this.#sourceOf(ctx, row), origin, this.#lookUps.ofMail(row.mailbox_id));
  }

  /** The bytes of a mail, which are asked for when they are read: only signatures need them. */
  async *#sourceOf(ctx: TenantContext, row: IncomingMailRow): AsyncGenerator<Uint8Array> {
    const bytes = await this.reading.bytesOf(ctx, row);
    try {
      yield* bytes as AsyncIterable<Uint8Array>;
    } finally {
      bytes.destroy();
    }
  }

  async #contextOf({ ctx, row, mailbox, mail }: Arrival, { verified }: Authentication): Promise<MailContext> {
    const { sender_key: sender, body_hash: body } = row;
    const [isOwnId, fromOwner, counts] = await Promise.all([
      this.#isOwnId(ctx, mail, mailbox),
      this.#ownerOf(ctx, sender),
      sender === null || row.arrived_at !== null
        ? undefined
        : this.db.read(ctx).one(countRecent, [sender, FLOOD_WINDOW_MS, body, row.id, verified]),
    ]);
    return {
      envelopeSender: row.envelope.from,
      isOwnId,
      fromOwner,
      isSentFolder: false,
      isTrustedForwarder: false,
      counts: { fromSender: counts?.mails ?? 1, withEqualBody: counts?.equal ?? 1 },
    };
  }

  async #isOwnId(ctx: TenantContext, mail: ReadMail, { address }: MailboxRow): Promise<boolean> {
    const ids = [...(mail.messageId === null ? [] : [mail.messageId]), ...loopIds(mail, [domainOf(address)])];
    const keys = ids.filter((id) => randomPartOf(id) !== null).flatMap((id) => referenceKey(id) ?? []);
    return keys.length > 0 && (await this.db.read(ctx).query(findReferences, [keys])).length > 0;
  }

  async #ownerOf({ tenant }: TenantContext, sender: string | null): Promise<MailContext['fromOwner']> {
    const owner = sender === null ? null : await this.addresses.find(sender);
    if (owner === null) return null;
    const isOwn = encodeId('workspace', owner.workspaceId) === tenant.workspaceId;
    return isOwn ? 'this_workspace' : 'other_workspace';
  }
}

/** Whether name servers that do not answer have kept a mail from being proven. */
const isUndecided = ({ dmarc, dkim, spf, verified }: Authentication): boolean =>
  !verified && [dmarc, dkim, spf].includes('temperror');

/** A further copy of a mail, which has its source. */
const duplicate = (first: IncomingMailRow | undefined): Outcome => ({
  ...ignored('duplicate', 'The same mail arrived before.', first?.conversation_id ?? null),
  summary: { is_forgotten: true },
});
