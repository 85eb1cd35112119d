import { encodeId } from '@parley/contracts';
import type { Database } from '@parley/persistence';
import type { Logger } from '@parley/runtime/logging';
import { MailboxError, mailboxFailure } from '../../transports/send-error.ts';
import type { Acceptor } from '../acceptor.ts';
import { arrivalAt, storeFetched, type Left } from '../fetching/fetched-mail.ts';
import { LeaseLostError, noteRefusal, type Fetching } from '../fetching/mail-source.ts';
import { graphMailsSkipped } from '../incoming-metrics.ts';
import { findKnownPlaces } from '../incoming-mails.queries.ts';
import { transportKey } from '../keys.rules.ts';
import { linkOf, sinceOf, type ListedMail, type Place } from './delta.rules.ts';
import type { GraphClient } from './graph-client.ts';
import { isExpired, isGone, isOfServer, mayBeOfMail } from './graph-refusal.rules.ts';
import { findPlace, storePlace } from './graph.queries.ts';

/** A mail that Graph has not handed out so often, and for so long, is left out: an outage passes. */
const REFUSALS_MAX = 10;
const REFUSED_FOR_MS = 6 * 3_600_000;
/** So many mails in succession for which the server fails are no fault of theirs. */
const FAILURES_MAX = 3;
/** Time within which a second link that has expired is one of a server that forgets each of them, and the wait then. */
const EXPIRIES_MS = 3_600_000;
const EXPIRED_WAIT_MS = 900_000;
/** Pages of a round, with 200 mails each. A server that never comes to an end is none that can be read. */
const PAGES_MAX = 50_000;
/** A link without news is stored so rarely: it costs a write of the database for each mailbox. */
const STORE_LINK_MS = 600_000;

const MESSAGES = {
  too_large: 'The mail is larger than this installation takes. It stays at Microsoft 365.',
  refused: 'Microsoft Graph does not hand the mail out. It stays there.',
};

/** Graph has forgotten what the link of a round stands for. */
class ExpiredLinkError extends Error {
  override readonly name = 'ExpiredLinkError';

  constructor(cause: unknown) {
    super('the link has expired', { cause });
  }
}

/** Where a mailbox is read from. */
export interface GraphReading extends Fetching {
  readonly client: GraphClient;
  /** The time at which the place was stored, in milliseconds; 0 if never. */
  storedAt: number;
  /** The time at which a link had expired, in milliseconds; 0 if none has. */
  expiredAt: number;
}

/** What became of the mails of a round: one that fails holds up no others. */
class HandOuts {
  readonly #failures: unknown[] = [];
  #handedOut = 0;
  #successive = 0;

  /** Counts mails that were handed out before. */
  add(known: number): void {
    this.#handedOut += known;
  }

  /** Waits for a mail. Throws what is no failure of this mail alone. */
  async note(taking: Promise<void>): Promise<void> {
    try {
      await taking;
      this.#handedOut += 1;
      this.#successive = 0;
    } catch (error) {
      this.#successive = isOfServer(error) ? this.#successive + 1 : 0;
      if (!mayBeOfMail(error) || this.#successive === FAILURES_MAX) throw error;
      this.#failures.push(error);
    }
  }

  /** Throws if a mail was not handed out: what its server says of it is a failure of the mailbox only where it hands out none. */
  assertComplete(): void {
    if (this.#failures.length === 0) return;
    if (this.#handedOut === 0) throw this.#failures[0];
    throw new MailboxError(mailboxFailure('server_unavailable', 'connection'));
  }
}

/** Stores what arrives in inboxes, by rounds of the delta query. */
export class GraphReader {
  constructor(
    private readonly db: Database,
    private readonly acceptor: Acceptor,
    private readonly logger: Logger,
    private readonly limits: { readonly refusedForMs: number } = { refusedForMs: REFUSED_FOR_MS },
  ) {}

  /** Where to read the inbox from: its present end, if it was never read. Throws {@link LeaseLostError}. */
  async open(reading: GraphReading, account: string, now: Date): Promise<Place> {
    const { newCtx, mailbox } = reading;
    const before = await this.db.read(newCtx()).one(findPlace, [mailbox.id]);
    if (before?.account === account) return before;
    return this.#keep(reading, { account, delta_link: null, started_at: now, last_received_at: null });
  }

  /**
   * Stores the mails that have arrived since the round before, and then the link of the next one: a process that ends in between repeats
   * the round, whose mails are known by their ids. Returns the place behind it, or the one of before if the signal was aborted.
   */
  async round(reading: GraphReading, place: Place, signal: AbortSignal): Promise<Place> {
    try {
      return await this.#read(reading, place, signal);
    } catch (error) {
      if (!(error instanceof ExpiredLinkError)) throw error;
      if (Date.now() - reading.expiredAt < EXPIRIES_MS)
        throw new MailboxError(
          mailboxFailure('server_unavailable', 'connection', { retryAfterMs: EXPIRED_WAIT_MS }),
        );
      reading.expiredAt = Date.now();
      this.logger.warn(
        { event: 'graph.link.expired', err: error, mailbox_id: encodeId('mailbox', reading.mailbox.id) },
        'Graph has forgotten how far an inbox was read: what arrived since the last mail is looked at again',
      );
      return this.#keep(reading, { ...place, delta_link: null });
    }
  }

  async #read(reading: GraphReading, place: Place, signal: AbortSignal): Promise<Place> {
    let next: string | null = null;
    let newest = place.last_received_at;
    let hasNews = false;
    const handOuts = new HandOuts();
    for (let pages = 0; pages < PAGES_MAX; pages += 1) {
      const asked: string | null = next;
      const page = await reading.client
        .page((inboxUrl) => asked ?? linkOf(inboxUrl, place), signal)
        .catch((error: unknown) => {
          // A round that has begun without a link is tried again as any request is.
          throw place.delta_link !== null && isExpired(error) ? new ExpiredLinkError(error) : error;
        });
      const { fresh, known } = await this.#fresh(reading, place, page.mails);
      handOuts.add(known);
      for (const mail of fresh) {
        if (signal.aborted) return place;
        hasNews = true;
        await handOuts.note(this.#take(reading, mail));
        if (mail.receivedAt !== null && mail.receivedAt > (newest ?? 0)) newest = mail.receivedAt;
      }
      next = page.link;
      if (!page.isLast) continue;
      handOuts.assertComplete();
      const after = { ...place, delta_link: next, last_received_at: newest };
      const isDue = place.delta_link === null || Date.now() - reading.storedAt >= STORE_LINK_MS;
      return hasNews || isDue ? this.#keep(reading, after) : after;
    }
    throw new MailboxError(mailboxFailure('protocol_error', 'connection'));
  }

  /** Those of the mails that are not stored, and not older than the mailbox where the round tells nothing of it. */
  async #fresh(
    { newCtx, mailbox }: GraphReading,
    place: Place,
    listed: readonly ListedMail[],
  ): Promise<{ fresh: readonly ListedMail[]; known: number }> {
    const since = place.delta_link === null ? sinceOf(place) : null;
    const newer = listed.filter(
      ({ receivedAt }) => since === null || receivedAt === null || receivedAt >= since,
    );
    if (newer.length === 0) return { fresh: [], known: 0 };
    const keys = newer.map(keyOf);
    const found = await this.db.read(newCtx()).query(findKnownPlaces, [mailbox.id, keys]);
    const known = new Set(found.map(({ transport_key: key }) => key));
    // A delta query lists them in no order, and an answer belongs behind what it answers.
    const fresh = newer
      .filter((mail) => !known.has(keyOf(mail)))
      .toSorted((a, b) => (a.receivedAt?.getTime() ?? 0) - (b.receivedAt?.getTime() ?? 0));
    return { fresh, known: known.size };
  }

  async #take(reading: GraphReading, mail: ListedMail): Promise<void> {
    const left = await this.#store(reading, mail).catch((error: unknown): Left => {
      if (isGone(error)) return { reason: 'gone', size: 0 };
      if (!mayBeOfMail(error)) throw error;
      const { count, forMs } = noteRefusal(reading.refusals, mail.id);
      if (count < REFUSALS_MAX || forMs < this.limits.refusedForMs) throw error;
      return { reason: 'refused', size: 0 };
    });
    reading.refusals.delete(mail.id);
    if (left !== null) await this.#leave(reading, mail, left);
  }

  async #store(reading: GraphReading, mail: ListedMail): Promise<Left | null> {
    const response = await reading.client.mail(mail.id);
    try {
      const size = response.size ?? 0;
      if (size > this.acceptor.sizeMax) return { reason: 'too_large', size };
      const left = await storeFetched(this.acceptor, reading, {
        ...{ transport: 'graph', transportKey: keyOf(mail), content: response.body, size, arrivedAt: null },
      });
      // A mail that is gone is answered 404; one without bytes is a failure of the server.
      if (left?.reason === 'gone') throw new MailboxError(mailboxFailure('protocol_error', 'connection'));
      return left;
    } finally {
      response.close();
    }
  }

  async #leave({ mailbox }: GraphReading, mail: ListedMail, { reason, size }: Left): Promise<void> {
    graphMailsSkipped.inc({ reason });
    if (reason === 'gone') return;
    await this.acceptor.record({
      ...arrivalAt(mailbox),
      transportKey: keyOf(mail),
      size,
      reason: { code: reason, message: MESSAGES[reason] },
      sender: mail.from,
      subject: mail.subject,
    });
    this.logger.warn(
      { event: 'graph.mail.skipped', mailbox_id: encodeId('mailbox', mailbox.id), size, reason },
      'A mail stays at its server, since it cannot be stored',
    );
  }

  async #keep(reading: GraphReading, place: Place): Promise<Place> {
    const { newCtx, mailbox, holderId } = reading;
    const { account, delta_link, started_at, last_received_at } = place;
    const values = [mailbox.id, holderId, account, delta_link, started_at, last_received_at];
    const stored = await this.db.transaction(newCtx(), (tx) => tx.query(storePlace, values));
    if (stored.length === 0) throw new LeaseLostError();
    reading.storedAt = Date.now();
    return place;
  }
}

const keyOf = ({ id }: ListedMail): string =>
  transportKey({ kind: 'provider', provider: 'graph', eventId: id });
