import { Injectable } from '@nestjs/common';
import { findUserByEmail, type Id } from '@parley/contracts';
import { addressKey } from '@parley/mail-text';
import type { ReadMail } from '@parley/mail-reader';
import { Rpc } from '@parley/rpc';
import type { TenantContext } from '@parley/runtime/context';
import type { Authentication } from './authentication.rules.ts';
import type { Author } from './authority.rules.ts';
import type { MailSender } from './sender.rules.ts';
import { hasToken } from './threading.rules.ts';
import type { FoundThread } from './threads.ts';

/** The author of a mail, and the user if it is one. */
export interface KnownAuthor extends Author {
  readonly userId: Id<'user'> | null;
}

/** Tells who has written a mail: a user of the workspace from their own mail, or anybody else. */
@Injectable()
export class Authors {
  constructor(private readonly rpc: Rpc) {}

  /**
   * Anybody can write the address of a user into From: only where the domain proves it, and a conversation is found, somebody looks for the
   * user. Who is the contact of the conversation writes as such. A signed mail of a user can be sent again to any address, so that the one
   * with the token has to be in To or Cc. Throws what an outage of the identity service makes of a call.
   */
  async of(
    ctx: TenantContext,
    mail: Pick<ReadMail, 'to' | 'cc'>,
    sender: Pick<MailSender, 'key' | 'address'>,
    { verified }: Pick<Authentication, 'verified'>,
    found: FoundThread | null,
  ): Promise<KnownAuthor> {
    const { key, address } = sender;
    const recipients = [...mail.to, ...mail.cc].map((one) => addressKey(one.address));
    const mayBeUser =
      verified &&
      found !== null &&
      found.contact !== key &&
      (found.match.by !== 'token' || recipients.some(hasToken));
    const user = mayBeUser ? await this.rpc.call(findUserByEmail, ctx, { email: address }) : null;
    if (user === null) return { key, kind: 'contact', addressesContact: false, userId: null };
    const contact = found?.contact ?? null;
    const addressesContact = contact !== null && recipients.includes(contact);
    return { key, kind: 'user', addressesContact, userId: user.id };
  }
}
