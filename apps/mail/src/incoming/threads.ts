import { Injectable } from '@nestjs/common';
import { encodeId, readParticipants } from '@parley/contracts';
import { addressKey } from '@parley/mail-text';
import type { ReadMail } from '@parley/mail-reader';
import { Database } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import type { TenantContext } from '@parley/runtime/context';
import type { Match } from './authority.rules.ts';
import { findReferences, findReplyAddresses } from './incoming-mails.queries.ts';
import {
  candidates,
  conversationsOf,
  isForward,
  type FoundConversation,
  type LookUp,
  type ReceivingMailbox,
} from './threading.rules.ts';

/** A conversation that a mail belongs to by what it refers to, and the keys of those who take part in it. */
export interface FoundThread {
  readonly match: Match;
  readonly participants: ReadonlySet<string>;
  /** The key of the address of its contact, who is one of them; null without an address. */
  readonly contact: string | null;
}

/** Finds the conversations that mails belong to. */
@Injectable()
export class Threads {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
  ) {}

  /** The first conversation in the order of the look-ups that still exists; null without one. */
  async find(
    ctx: TenantContext,
    mail: ReadMail,
    mailbox: ReceivingMailbox & { readonly id: string },
    recipients: readonly string[],
  ): Promise<FoundThread | null> {
    for (const match of await this.#matches(ctx, candidates(mail, mailbox, recipients))) {
      const id = encodeId('conversation', match.conversationId);
      const found = await this.rpc.call(readParticipants, ctx, { id });
      if (found === null) continue;
      const isOfOtherMailbox = found.mailbox_id !== encodeId('mailbox', mailbox.id);
      return {
        match: { ...match, isForward: isForward(mail.subject), isOfOtherMailbox },
        participants: new Set(found.participants.map(addressKey)),
        contact: typeof found.contact === 'string' ? addressKey(found.contact) : null,
      };
    }
    return null;
  }

  /** All that was found by two statements, each conversation once. */
  async #matches(ctx: TenantContext, lookUps: readonly LookUp[]): Promise<readonly FoundConversation[]> {
    const tokens = lookUps.flatMap((one) => (one.by === 'token' ? one.token : []));
    const keys = lookUps.flatMap((one) => ('key' in one ? [one.key] : []));
    const db = this.db.read(ctx);
    const [byToken, byKey] = await Promise.all([
      tokens.length === 0 ? [] : db.query(findReplyAddresses, [tokens]),
      keys.length === 0 ? [] : db.query(findReferences, [keys]),
    ]);
    return conversationsOf(lookUps, {
      byToken: new Map(byToken.map((row) => [row.token, row.conversation_id])),
      byReference: new Map(byKey.map((row) => [row.key.toString('hex'), row.conversation_id])),
    });
  }
}
