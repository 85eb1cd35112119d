import type { Schemas } from '../api/public.ts';
import { mailboxOptions, useConnectionDirectory, useMailboxDirectory } from './directory.ts';
import { Fact } from './facts.tsx';
import { useCan } from './permissions.ts';
import { Choice } from './property.tsx';

interface ChannelFieldProps {
  conversation: Pick<Schemas['Conversation'], 'mailbox_id' | 'connection_id'>;
  save: (change: { mailbox_id: string | null }) => void;
}

/** The channel through which the replies of a conversation leave: a mailbox, which can be changed, or a connection. */
export function ChannelField({ conversation, save }: ChannelFieldProps) {
  const { mailbox_id: mailboxId, connection_id: connectionId } = conversation;
  const isEditable = useCan('conversations:write');
  const mailboxes = useMailboxDirectory();
  const connections = useConnectionDirectory(connectionId !== null);
  if (connectionId !== null) {
    const connection = connections.items.find(({ id }) => id === connectionId);
    return <Fact label="Connection">{connection?.name ?? connectionId}</Fact>;
  }
  return (
    <Choice
      label="Mailbox"
      value={mailboxId}
      options={mailboxOptions(mailboxes.items)}
      none="No mailbox"
      directory={mailboxes}
      isEditable={isEditable}
      onChange={(id) => save({ mailbox_id: id })}
    />
  );
}
