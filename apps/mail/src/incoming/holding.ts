import { Injectable } from '@nestjs/common';
import type { ReadMail } from '@parley/mail-reader';
import { Database } from '@parley/persistence';
import type { TenantContext } from '@parley/runtime/context';
import { actionFor } from '../sender-rules/action-for.ts';
import type { Authentication } from './authentication.rules.ts';
import type { Flood } from './classify.rules.ts';
import type { IncomingMailRow } from './incoming-mail.entity.ts';
import { quarantined, type Outcome } from './outcome.rules.ts';
import { isCalledSpam } from './spam.rules.ts';

/** Reasons of which a release says that they were wrong, so that the sender is allowed from then on. */
export const TAUGHT_BY_RELEASE: ReadonlySet<string> = new Set(['spam', 'flood']);

/** Holds mails back, by the rules of the workspace about their senders and by signs of floods and spam. */
@Injectable()
export class Holding {
  constructor(private readonly db: Database) {}

  /** Null for a mail that is not held back. */
  async of(
    ctx: TenantContext,
    { sender_key: sender, envelope }: Pick<IncomingMailRow, 'sender_key' | 'envelope'>,
    mail: ReadMail,
    authentication: Authentication,
    flood: Flood | null,
  ): Promise<Outcome | null> {
    const action = sender === null ? undefined : await actionFor(this.db.read(ctx), sender);
    if (action === 'block') return quarantined('blocked', 'The workspace blocks the sender, or its domain.');
    // Mails in a loop are those of nobody.
    const isOfSender = envelope.client === null ? authentication.verified : !isForged(authentication);
    if (action === 'allow' && isOfSender && flood !== 'received_fields') return null;
    if (flood !== null) return quarantined('flood', FLOODS[flood]);
    if (isCalledSpam(mail.headers))
      return quarantined('spam', 'The spam filter of the server that has taken the mail calls it spam.');
    return null;
  }
}

/**
 * The domain asks to refuse mails that nothing proves, and nothing proves this one: a rule about it is about somebody else. Nobody has
 * asked the domain about a mail whose client is not known.
 */
const isForged = ({ verified, policy }: Authentication): boolean =>
  !verified && (policy === 'reject' || policy === 'quarantine');

const FLOODS: Readonly<Record<Flood, string>> = {
  sender_rate: 'More than 20 mails came from the address within 10 minutes.',
  equal_bodies: 'Five mails with the same text came from the address within 10 minutes.',
  received_fields: 'It went through more than 50 servers, as a mail in a loop does.',
};
