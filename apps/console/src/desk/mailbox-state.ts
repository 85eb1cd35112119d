import type { Mailbox } from './directory.ts';

type State = Pick<Mailbox, 'status' | 'status_reason'>;

/** Whether replies leave, although mails that arrive may not be fetched. */
export const canSend = ({ status, status_reason: reason }: State): boolean =>
  status === 'connected' || reason?.affects === 'receiving';
