import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap } from '../../api/public.ts';
import { usePathParameter } from '../../app/location.ts';
import { useMode, usePublicApi } from '../../app/session.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Thread } from '../../thread/thread.tsx';
import { HistoryList } from '../../desk/history-list.tsx';
import { CONVERSATION_STATUSES } from '../../desk/labels.ts';
import { useCan } from '../../desk/permissions.ts';
import { RecordLayout } from '../../desk/record-layout.tsx';
import { RecordLoading } from '../../desk/record-loading.tsx';
import { useSave, type Tagged } from '../../desk/records.ts';
import { TitleEditor } from '../../desk/title-editor.tsx';
import { ValueBadge } from '../../desk/value-badge.tsx';
import classes from '../../desk/desk.module.css';
import { ConversationProperties } from './conversation-properties.tsx';
import { conversationQuery, type Conversation, type ConversationChange } from './conversations.ts';

const BACK = { to: '/conversations', label: 'Conversations' };

/** One conversation: its messages, its properties and its history. */
export default function ConversationPage() {
  const id = usePathParameter('conversationId');
  const api = usePublicApi();
  const [mode] = useMode();
  const query = useQuery(conversationQuery(api, mode, id));
  if (query.data === undefined) return <RecordLoading title="Conversation" back={BACK} query={query} />;
  return <ConversationView key={id} tagged={query.data} />;
}

/** Changes a conversation, in the version that is shown. */
function useSaveConversation(id: string) {
  const api = usePublicApi();
  const [mode] = useMode();
  return useSave<Conversation, ConversationChange>({
    queryKey: conversationQuery(api, mode, id).queryKey,
    noun: 'conversation',
    send: (body, header) =>
      api.PATCH('/v1/conversations/{conversation_id}', {
        params: { path: { conversation_id: id }, header },
        body,
      }),
  });
}

function ConversationView({ tagged }: { tagged: Tagged<Conversation> }) {
  const { record: conversation } = tagged;
  const { id, subject, status } = conversation;
  const api = usePublicApi();
  const [mode] = useMode();
  const { save, saveFrom } = useSaveConversation(id);
  const mayWrite = useCan('conversations:write');
  const [isRenaming, setRenaming] = useState(false);
  const isClosed = status === 'closed';
  return (
    <>
      <PageHeader
        title={subject ?? 'No subject'}
        back={BACK}
        description={<ValueBadge labels={CONVERSATION_STATUSES} value={status} />}
        actions={
          mayWrite && (
            <Group gap="xs">
              <Button
                variant="default"
                leftSection={<Icon name="edit" size={16} />}
                onClick={() => setRenaming(true)}
              >
                Edit
              </Button>
              <Button
                {...(isClosed ? { variant: 'default' } : {})}
                leftSection={<Icon name={isClosed ? 'refresh' : 'check'} size={16} />}
                onClick={() => save({ status: isClosed ? 'open' : 'closed' })}
              >
                {isClosed ? 'Reopen' : 'Close'}
              </Button>
            </Group>
          )
        }
      />
      <RecordLayout aside={<ConversationProperties conversation={conversation} save={save} />}>
        <div className={classes.thread}>
          <Thread key={id} conversationId={id} />
        </div>
        <Panel title="History">
          <HistoryList
            queryKey={[mode, 'conversations', id, 'history']}
            load={(cursor, signal) =>
              unwrap(
                api.GET('/v1/conversations/{conversation_id}/history', {
                  params: { path: { conversation_id: id }, query: cursor === undefined ? {} : { cursor } },
                  signal,
                }),
              )
            }
          />
        </Panel>
      </RecordLayout>
      <TitleEditor
        noun="conversation"
        opened={isRenaming}
        onClose={() => setRenaming(false)}
        latest={tagged}
        onSave={({ subject: next }, etag) => saveFrom({ subject: next === '' ? null : next }, etag)}
      />
    </>
  );
}
