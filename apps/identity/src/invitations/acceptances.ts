import { Injectable } from '@nestjs/common';
import { ApiError, asSeen, emailKey, encodeId, nameText } from '@parley/contracts';
import type { Context } from '@parley/runtime/context';
import { newUuid } from '@parley/runtime/records';
import { Database } from '@parley/persistence';
import { recordAudit } from '../audit/audit.ts';
import { OneTimeLinks, type LinkRefusal } from '../links/one-time-links.ts';
import { sha256 } from '../sha256.ts';
import { asUser, Sessions, type SessionOrigin } from '../sign-in/sessions.ts';
import { TrustedBrowsers } from '../sign-in/trusted-browsers.ts';
import { newPasswordError, type NewPassword } from '../users/password.rules.ts';
import { PasswordHasher } from '../users/password-hasher.ts';
import { Users } from '../users/users.handlers.ts';
import { keepWorkspace } from '../workspaces/workspaces.queries.ts';
import * as queries from './invitations.queries.ts';

export interface OpenInvitation {
  kind: 'open';
  invitation: queries.OpenedInvitationRow;
}

export interface Acceptance extends NewPassword {
  name: string;
}

export type AcceptResult =
  | LinkRefusal
  | { kind: 'accepted'; sessionId: string; trustCookie: string }
  | {
      kind: 'unacceptable';
      field: 'name' | 'password';
      message: string;
      invitation: queries.OpenedInvitationRow;
    }
  /** Somebody has created a user with this address in the meantime. */
  | { kind: 'taken'; invitation: queries.OpenedInvitationRow };

const NAME_MAX = 255;
const Name = nameText(NAME_MAX);

/** What a person does who has got an invitation: opens the link, and becomes a user. */
@Injectable()
export class Acceptances {
  constructor(
    private readonly db: Database,
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly browsers: TrustedBrowsers,
    private readonly links: OneTimeLinks,
    private readonly hasher: PasswordHasher,
  ) {}

  open(token: string, address: string): Promise<OpenInvitation | LinkRefusal> {
    return this.links.open({ kind: 'invitation', token, address }, () => this.#find(token));
  }

  /** Makes a user of the person who has opened the link, and signs them in. */
  accept(
    ctx: Context,
    token: string,
    acceptance: Acceptance,
    origin: SessionOrigin & { trustCookie: string | undefined },
  ): Promise<AcceptResult> {
    const { address } = origin;
    return this.links.open<AcceptResult>({ kind: 'invitation', token, address }, async () => {
      const invitation = (await this.#find(token))?.invitation;
      if (invitation === undefined) return null;
      const entered = acceptance.name.trim();
      const error = nameError(entered);
      if (error !== null) return { kind: 'unacceptable', field: 'name', message: error, invitation };
      const message = newPasswordError(acceptance, invitation.email);
      if (message !== null) return { kind: 'unacceptable', field: 'password', message, invitation };
      const hash = await this.hasher.hash(acceptance.password);
      try {
        const joining = { ...invitation, name: asSeen(entered) };
        const sessionId = await this.#join(ctx, token, joining, hash, origin);
        if (sessionId === null) return null;
        const key = emailKey(invitation.email);
        const trustCookie = this.browsers.add(origin.trustCookie, key, invitation.workspace_id);
        return { kind: 'accepted', sessionId, trustCookie };
      } catch (error) {
        if (error instanceof ApiError && error.code === 'duplicate_value')
          return { kind: 'taken', invitation };
        throw error;
      }
    });
  }

  /** Adds the user and starts a session; `null` if the invitation has ended since it was found. */
  #join(
    ctx: Context,
    token: string,
    { workspace_id, name }: queries.OpenedInvitationRow & { name: string },
    passwordHash: string,
    origin: SessionOrigin,
  ): Promise<string | null> {
    // The new user is who accepts.
    const userId = newUuid();
    const workspace = { ...asUser(ctx, { workspace_id, user_id: userId }), recordId: userId };
    return this.db.transaction(workspace, async (tx) => {
      // Before the invitation, as a deletion locks first the workspace.
      if ((await tx.one(keepWorkspace)) === undefined) return null;
      const taken = await tx.one(queries.takeInvitation, [sha256(token), new Date()]);
      if (taken === undefined) return null;
      const { id, email, role } = taken;
      const user = await this.users.add(tx, { email, name, role, status: 'active' }, passwordHash);
      const details = { invitation_id: encodeId('invitation', id), user_id: user.id, role };
      await recordAudit(tx, { type: 'invitation.accepted', address: origin.address, details });
      return this.sessions.start(tx, userId, origin);
    });
  }

  async #find(token: string): Promise<OpenInvitation | null> {
    const [invitation] = await this.db.system(queries.findInvitation, [sha256(token), new Date()]);
    return invitation === undefined ? null : { kind: 'open', invitation };
  }
}

function nameError(name: string): string | null {
  if (asSeen(name) === '') return 'Enter your name.';
  if (name.length > NAME_MAX) return `Enter a name of at most ${NAME_MAX} characters.`;
  return Name.safeParse(name).success ? null : 'The name contains characters that cannot be stored.';
}
