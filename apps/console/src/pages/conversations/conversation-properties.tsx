import { Text } from '@mantine/core';
import { TimeAgo } from '../../components/time-ago.tsx';
import { ContactCard } from '../../desk/contact-card.tsx';
import { CustomFields } from '../../desk/custom-fields.tsx';
import { IdFact } from '../../desk/id-fact.tsx';
import { CHANNELS, CONVERSATION_STATUSES, labelOf, optionsOf, PRIORITIES } from '../../desk/labels.ts';
import { useCan } from '../../desk/permissions.ts';
import { AssigneeField, Choice, Fact, InboxField, TagsField } from '../../desk/property.tsx';
import type { Conversation, ConversationChange } from './conversations.ts';

interface ConversationPropertiesProps {
  conversation: Conversation;
  save: (change: ConversationChange) => void;
}

/** What can be changed of a conversation at once, and who it is with. */
export function ConversationProperties({ conversation, save }: ConversationPropertiesProps) {
  const isEditable = useCan('conversations:write');
  const { status, priority, assignee, inbox_id: inboxId, tags, contact, channel } = conversation;
  return (
    <>
      {conversation.waiting_since !== null && (
        <Text size="sm" c="var(--console-warning)" fw={500}>
          Not answered yet: the contact wrote <TimeAgo at={conversation.waiting_since} />.
        </Text>
      )}
      <ContactCard contact={contact} />
      <Choice
        label="Status"
        value={status}
        options={optionsOf(CONVERSATION_STATUSES)}
        onChange={(next) => save({ status: next as NonNullable<ConversationChange['status']> })}
        isEditable={isEditable}
      />
      <Choice
        label="Priority"
        value={priority}
        options={optionsOf(PRIORITIES)}
        onChange={(next) => save({ priority: next as NonNullable<ConversationChange['priority']> })}
        isEditable={isEditable}
      />
      <AssigneeField
        assignee={assignee}
        onChange={(id) => save({ assignee_id: id })}
        isEditable={isEditable}
      />
      <InboxField inboxId={inboxId} onChange={(id) => save({ inbox_id: id })} isEditable={isEditable} />
      <TagsField tags={tags} onChange={(next) => save({ tags: next })} isEditable={isEditable} />
      <Fact label="Channel">{labelOf(CHANNELS, channel).text}</Fact>
      <CustomFields fields={conversation.custom_fields} />
      <IdFact id={conversation.id} />
    </>
  );
}
