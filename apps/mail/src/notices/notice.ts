import type { Digest, Id, LinkNotice } from '@parley/contracts';

/** News for the admins of a workspace, whom the identity service knows. */
export type AdminNotice =
  | {
      readonly kind: 'webhook_disabled';
      readonly webhook_id: Id<'webhook'>;
      readonly reason: 'gone' | 'failing';
    }
  | {
      readonly kind: 'mailbox_disconnected';
      readonly mailbox_id: Id<'mailbox'>;
      /** One of our codes, or null. */
      readonly code: string | null;
      readonly affects: 'sending' | 'receiving';
    };

/** Notifications that a user has not read. */
export type DigestNotice = Digest & { readonly kind: 'notification_digest' };

/** A notice for users whose addresses the identity service knows. */
export type UserNotice = AdminNotice | DigestNotice;

/** A {@link UserNotice} for one of them. */
export type AddressedUserNotice = UserNotice & {
  readonly workspace_name: string;
  /** Address of the account console, with a slash at its end. */
  readonly console_url: string;
};

/** A link by which somebody confirms what was written into a form with their address, of which the mail has nothing. */
export interface FormConfirmation {
  readonly kind: 'form_confirmation';
  readonly form_name: string;
  readonly link: string;
  readonly expires_at: string;
}

/** What a mail of the product itself says. */
export type Notice = LinkNotice | FormConfirmation | AddressedUserNotice;
export type NoticeKind = Notice['kind'];

/** What is stored of a notice until it is sent, encrypted. */
export type StoredNotice =
  | { readonly to: string; readonly message_id: string; readonly notice: Notice }
  /** A notice for each admin of the workspace, or for the user whom it names. */
  | { readonly to: null; readonly notice: UserNotice };
