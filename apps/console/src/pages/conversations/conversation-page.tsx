import { Box, Text } from '@mantine/core';
import { usePublicApi } from '../../app/session.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { ChannelField } from '../../desk/channel-field.tsx';
import { ContactFact, CustomFields, Fact, IdFact } from '../../desk/facts.tsx';
import { CHANNELS, CONVERSATION_STATUSES, labelOf } from '../../desk/labels.ts';
import { SharedProperties } from '../../desk/property.tsx';
import { RecordPage } from '../../desk/record-page.tsx';
import { RecordView } from '../../desk/record-view.tsx';
import { useSave, type Tagged } from '../../desk/records.ts';
import { Thread } from '../../thread/thread.tsx';
import { conversationQuery, type Conversation, type ConversationChange } from './conversations.ts';

const BACK = { to: '/conversations', label: 'Conversations' };

export default function ConversationPage() {
  return (
    <RecordPage noun="conversation" back={BACK} queryOf={conversationQuery}>
      {(tagged) => <ConversationView tagged={tagged} />}
    </RecordPage>
  );
}

function ConversationView({ tagged }: { tagged: Tagged<Conversation> }) {
  const { record: conversation } = tagged;
  const { id, contact, channel, participants, status, waiting_since: waitingSince } = conversation;
  const api = usePublicApi();
  const { save, saveFrom } = useSave<Conversation, ConversationChange>({
    queryKey: conversationQuery(api, id).queryKey,
    noun: 'conversation',
    send: (body, header) =>
      api.PATCH('/v1/conversations/{conversation_id}', {
        params: { path: { conversation_id: id }, header },
        body,
      }),
  });
  const isClosed = status === 'closed';
  return (
    <RecordView
      noun="conversation"
      back={BACK}
      tagged={tagged}
      statuses={CONVERSATION_STATUSES}
      step={{
        label: 'Close',
        hasEnded: isClosed,
        onClick: () => save({ status: isClosed ? 'open' : 'closed' }),
      }}
      onRename={({ subject }, etag) => saveFrom({ subject: subject === '' ? null : subject }, etag)}
      aside={
        <>
          {waitingSince !== null && (
            <Text size="sm" c="var(--console-warning)" fw={500}>
              Not answered yet: the contact wrote <TimeAgo at={waitingSince} />.
            </Text>
          )}
          <ContactFact contact={contact} />
          {participants.length > 0 && (
            <Fact label="Participants">
              {participants.map(({ address, name }) => (
                <Text key={address} size="sm">
                  {name === null ? address : `${name} (${address})`}
                </Text>
              ))}
            </Fact>
          )}
          <SharedProperties
            record={conversation}
            statuses={CONVERSATION_STATUSES}
            scope="conversations:write"
            save={save}
          />
          <ChannelField conversation={conversation} save={save} />
          <Fact label="Channel">{labelOf(CHANNELS, channel).text}</Fact>
          <CustomFields fields={conversation.custom_fields} />
          <IdFact id={id} />
        </>
      }
    >
      <Box mb="1.25rem">
        <Thread key={id} conversationId={id} channel={conversation} />
      </Box>
    </RecordView>
  );
}
