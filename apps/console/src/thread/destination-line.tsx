import { Anchor, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { StatusBadge } from '../components/status-badge.tsx';
import { useMailboxDirectory, type Mailbox } from '../desk/directory.ts';
import { canSend } from '../desk/mailbox-state.ts';
import { useCan } from '../desk/permissions.ts';
import { addressesText } from './delivery-words.ts';
import type { Destination } from './destination.ts';
import { isSameMail, recipientsOf, type MailForm } from './mail-form.ts';
import type { Parent } from './messages.ts';
import { RecipientFields } from './recipient-fields.tsx';
import classes from './thread.module.css';

interface DestinationLineProps {
  parent: Parent;
  destination: Destination;
  /** Whom the reply goes to, if somebody has changed that. */
  mail: MailForm | null;
  onChange: (mail: MailForm | null) => void;
  errors: Readonly<Record<string, string>>;
  /** While it is being sent. */
  isDisabled: boolean;
}

/** Says where a reply goes, before it is written and while it is. */
export function DestinationLine(props: DestinationLineProps) {
  const { destination, parent } = props;
  if (destination.kind === 'unknown') return null;
  if (destination.kind === 'none') return <Recorded parent={parent} />;
  if (destination.kind === 'connection')
    return (
      <Text size="sm" className={classes.destination}>
        Through <b>{destination.connection?.name ?? 'a connection'}</b>
      </Text>
    );
  return <MailLine {...props} destination={destination} />;
}

function Recorded({ parent }: { parent: Parent }) {
  const mayManage = useCan('mailboxes:manage');
  const { items, isPending } = useMailboxDirectory();
  const hasMailboxes = items.length > 0;
  const isTicket = parent.resource === 'tickets';
  return (
    <Text size="sm" className={classes.destination}>
      Recorded, not sent:{' '}
      {isTicket ? 'this ticket is in no inbox with a mailbox.' : 'this conversation has no mailbox.'}{' '}
      {hasMailboxes && !isTicket && 'Choose one in its properties. '}
      {!hasMailboxes && !isPending && !mayManage && 'Ask an admin to add one.'}
      {mayManage && (
        <Anchor component={Link} to="/channels" inherit>
          {hasMailboxes || isPending ? 'Show mailboxes' : 'Add a mailbox'}
        </Anchor>
      )}
    </Text>
  );
}

type MailLineProps = Omit<DestinationLineProps, 'destination'> & {
  destination: Extract<Destination, { kind: 'mail' }>;
};

function MailLine({ destination, mail, onChange, errors, isDisabled }: MailLineProps) {
  const { mailbox, usual } = destination;
  const [isUnfolded, setUnfolded] = useState(false);
  const id = useId();
  const current = mail ?? usual;
  const hasErrors = Object.keys(errors).some((path) => path.startsWith('email'));
  const isShown = current !== null && (isUnfolded || hasErrors);
  return (
    <div className={classes.destination}>
      <div className={classes.destinationHead}>
        <Text size="sm" component="div" miw={0}>
          <MailText mailbox={mailbox} mail={current} />
        </Text>
        {mailbox?.transport.type === 'sandbox' && (
          <StatusBadge tone="warning">Sandbox: sends nothing</StatusBadge>
        )}
        {current !== null && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            aria-expanded={isShown}
            aria-controls={id}
            onClick={() => setUnfolded(!isShown)}
          >
            {isShown ? 'Hide' : 'Change'}
            <VisuallyHidden component="span"> recipients and subject</VisuallyHidden>
          </Anchor>
        )}
        {mail !== null && usual !== null && !isSameMail(mail, usual) && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            disabled={isDisabled}
            onClick={() => onChange(null)}
          >
            Reset<VisuallyHidden component="span"> recipients and subject</VisuallyHidden>
          </Anchor>
        )}
      </div>
      <Notes destination={destination} mail={current} />
      <div id={id} hidden={!isShown} onKeyDown={keepFromSending}>
        {current !== null && isShown && (
          <RecipientFields value={current} onChange={onChange} errors={errors} isDisabled={isDisabled} />
        )}
      </div>
    </div>
  );
}

/** Enter ends an address, and must not send the reply. */
function keepFromSending(event: KeyboardEvent): void {
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
}

function MailText({ mailbox, mail }: { mailbox: Mailbox | undefined; mail: MailForm | null }): ReactNode {
  const from = mailbox === undefined ? null : <b>{mailbox.address}</b>;
  if (mail === null) return from === null ? 'By mail' : <>By mail from {from}</>;
  const { to, cc, bcc } = mail;
  return (
    <>
      {to.length > 0 && (
        <>
          To <b>{addressesText(to)}</b>
        </>
      )}
      {cc.length > 0 && <>, copy to {addressesText(cc)}</>}
      {bcc.length > 0 && <>, blind copy to {addressesText(bcc)}</>}
      {recipientsOf(mail).length === 0 && 'To nobody'}
      {from !== null && <> from {from}</>}
    </>
  );
}

interface NotesProps {
  destination: MailLineProps['destination'];
  mail: MailForm | null;
}

/** What keeps the reply from leaving, now or at all. */
function Notes({ destination: { mailbox, error }, mail }: NotesProps) {
  const notes: string[] = [];
  if (mail !== null && recipientsOf(mail).length === 0)
    notes.push('The contact has no e-mail address: name a recipient.');
  if (mail === null && error !== null)
    notes.push('Whom it goes to cannot be shown now: those of the last mail, else the contact.');
  if (mailbox?.status === 'disconnected' && !canSend(mailbox))
    notes.push(
      `${mailbox.name} is disconnected: the reply waits until mails leave again, for three days at most.`,
    );
  if (mailbox?.status === 'disabled')
    notes.push(
      `${mailbox.name} is disabled: the reply waits until an admin enables it, for three days at most.`,
    );
  return notes.map((note) => (
    <Text key={note} size="sm" c="var(--console-warning)">
      {note}
    </Text>
  ));
}
