import { Link, useLocation } from '@tanstack/react-router';
import { Icon } from '../components/icon.tsx';
import { useMailboxDirectory, type Mailbox } from '../desk/directory.ts';
import { canSend } from '../desk/mailbox-state.ts';
import { useCan } from '../desk/permissions.ts';
import { withoutServerWords } from '../desk/server-words.ts';
import classes from './shell.module.css';

const PAGE = '/channels';
const REPLIES_WAIT = 'Replies wait until mails leave again.';
const NOT_FETCHED = 'Replies leave, but mails that arrive are not fetched.';

/** Tells those who can do something about it that mails do not leave, or are not fetched: customers would notice it first. */
export function MailboxNotice() {
  const mayManage = useCan('mailboxes:manage');
  const { items } = useMailboxDirectory(mayManage);
  const { pathname } = useLocation();
  const silent = items.filter(({ status }) => status === 'disconnected');
  const [first, ...others] = silent;
  // That page shows the same beside each mailbox.
  if (!mayManage || first === undefined || pathname === PAGE) return null;
  return (
    <div className={classes.notice}>
      <Icon name="warning" size={16} />
      <span>
        <b>{titleOf(first, others)}.</b> {withoutServerWords(first.status_reason?.message ?? '')}{' '}
        {silent.every(canSend) ? NOT_FETCHED : REPLIES_WAIT} <Link to={PAGE}>Show mailboxes</Link>
      </span>
    </div>
  );
}

function titleOf({ name }: Mailbox, others: readonly Mailbox[]): string {
  if (others.length === 0) return `The mailbox ${name} is disconnected`;
  const rest = others.length === 1 ? 'another mailbox' : `${others.length} other mailboxes`;
  return `The mailbox ${name} and ${rest} are disconnected`;
}
