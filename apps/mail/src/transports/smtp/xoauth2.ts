import type { SMTPConnectionCustomAuthContext } from 'nodemailer/lib/smtp-connection';

/** The text of a sign-in with an access token (developers.google.com/workspace/gmail/imap/xoauth2-protocol). */
export const xoauth2Response = (user: string, accessToken: string): string =>
  Buffer.from(`user=${user}\x01auth=Bearer ${accessToken}\x01\x01`).toString('base64');

/**
 * Signs in with an access token in place of a password. Nodemailer's own XOAUTH2 would ask for a new token by itself, which
 * this service does under a lock of the mailbox.
 */
export async function xoauth2(session: SMTPConnectionCustomAuthContext): Promise<void> {
  const { user, pass } = session.auth.credentials;
  const first = await session.sendCommand(`AUTH XOAUTH2 ${xoauth2Response(user, pass)}`);
  // The challenge tells the error; the refusal comes after an empty answer to it.
  const last = first.status === 334 ? await session.sendCommand('') : first;
  if (last.status !== 235) throw new Error('The server refuses the access token');
}
