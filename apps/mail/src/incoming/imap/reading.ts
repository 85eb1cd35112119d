import type { Fetching } from '../fetching/mail-source.ts';
import type { ImapSession } from './imap-session.ts';

/** What a connection reads from. */
export interface Reading extends Fetching {
  readonly session: ImapSession;
  readonly folder: string;
}
