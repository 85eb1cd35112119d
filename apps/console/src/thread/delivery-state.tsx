import { Anchor, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../components/icon.tsx';
import type { IconName } from '../components/icon-paths.ts';
import { useMailboxDirectory } from '../desk/directory.ts';
import { useCan } from '../desk/permissions.ts';
import {
  addressesText,
  canBeResent,
  deliveryWords,
  isAlike,
  messageWords,
  type Delivery,
  type DeliveryWords,
} from './delivery-words.ts';
import type { Message } from './messages.ts';
import { ResendDialog } from './resend-dialog.tsx';
import classes from './thread.module.css';
import { UndoSending, useSecondsToUndo } from './undo-sending.tsx';

interface DeliveryStateProps {
  message: Message;
  delivery: Delivery;
  onTakenBack: (message: Message) => void;
}

/** What has become of a message that leaves: for all of its recipients, and for each where they differ. */
export function DeliveryState({ message, delivery, onTakenBack }: DeliveryStateProps) {
  const mayWrite = useCan('conversations:write');
  const [isResending, setResending] = useState(false);
  const { items: mailboxes } = useMailboxDirectory();
  const mailbox = mailboxes.find(({ id }) => id === message.mailbox_id);
  const secondsToUndo = useSecondsToUndo(message, mailbox?.send_delay ?? 0);
  const isUniform = isAlike(delivery);
  const words = messageWords(delivery, mailbox);
  const isResendable = mayWrite && message.redacted_at === null && canBeResent(delivery);
  if (secondsToUndo > 0)
    return <UndoSending message={message} seconds={secondsToUndo} onTakenBack={onTakenBack} />;
  return (
    <div className={classes.delivery} data-tone={words.tone}>
      <div className={classes.deliveryHead}>
        <Icon name={ICONS[delivery.status] ?? 'warning'} size={14} />
        <span>
          <b>{words.title}</b>
          {isUniform && <Recipients delivery={delivery} />}
        </span>
      </div>
      {isUniform ? (
        <Advice words={words} delivery={delivery} />
      ) : (
        <ul className={classes.deliveryList}>
          {delivery.recipients.map((recipient) => (
            <RecipientState key={recipient.address} recipient={recipient} />
          ))}
        </ul>
      )}
      <ServerWords delivery={delivery} known={words.advice} />
      {isResendable && (
        <Button variant="default" size="compact-sm" mt="0.375rem" onClick={() => setResending(true)}>
          Resend
        </Button>
      )}
      {isResending && (
        <ResendDialog message={message} delivery={delivery} onClose={() => setResending(false)} />
      )}
    </div>
  );
}

const ICONS: Readonly<Record<string, IconName>> = {
  queued: 'clock',
  sending: 'send',
  sent: 'check',
  delivered: 'check',
  cancelled: 'minus',
};

const PREPOSITIONS: Readonly<Record<string, string>> = { sent: 'to', delivered: 'to', sending: 'to' };

function Recipients({ delivery: { status, recipients } }: { delivery: Delivery }) {
  if (recipients.length === 0) return null;
  const addresses = addressesText(recipients.map(({ address }) => address));
  const preposition = PREPOSITIONS[status];
  return preposition === undefined ? ` · ${addresses}` : ` ${preposition} ${addresses}`;
}

function Advice({ words: { advice }, delivery }: { words: DeliveryWords; delivery: Delivery }) {
  const mayManage = useCan('mailboxes:manage');
  if (advice === null) return null;
  const isBlocked = delivery.error?.code === 'suppressed';
  return (
    <Text size="sm">
      {advice}{' '}
      {isBlocked && mayManage && (
        <Anchor component={Link} to="/channels" search={{ tab: 'blocked' } as never} inherit>
          Blocked addresses
        </Anchor>
      )}
    </Text>
  );
}

function RecipientState({
  recipient: { address, status, error },
}: {
  recipient: Delivery['recipients'][number];
}) {
  const { title, advice, tone } = deliveryWords(status, error);
  return (
    <li data-tone={tone}>
      <b>{address}</b> <span>{advice === null ? title : `${title}.`}</span> {advice}
    </li>
  );
}

interface ServerWordsProps {
  delivery: Delivery;
  /** What is said already. */
  known: string | null;
}

/** What servers have answered, for those who look for the cause. */
function ServerWords({ delivery: { status, error, recipients }, known }: ServerWordsProps) {
  const all = recipients.length === 0 ? [{ address: '', error }] : recipients;
  const answered = all.filter(
    ({ error: why }) => why !== null && (why.smtp_status !== null || why.message !== known),
  );
  if (answered.length === 0 || status === 'cancelled') return null;
  return (
    <details className={classes.deliveryDetails}>
      <summary>Details</summary>
      <dl>
        {answered.map(({ address, error: why }) => (
          <div key={address}>
            {address !== '' && <dt>{address}</dt>}
            <dd>
              {why?.smtp_status !== null && <code>{why?.smtp_status}</code>} {why?.message}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
