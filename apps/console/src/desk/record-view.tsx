import { Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Icon } from '../components/icon.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { HistoryPanel } from './history-panel.tsx';
import type { Label } from './labels.ts';
import { useCan } from './permissions.ts';
import { RecordLayout } from './record-layout.tsx';
import type { Tagged } from './records.ts';
import { TitleEditor } from './title-editor.tsx';
import { ValueBadge } from './value-badge.tsx';

interface RecordViewProps {
  noun: 'ticket' | 'conversation';
  back: { to: string; label: string };
  tagged: Tagged<{
    id: string;
    number: number;
    subject: string | null;
    description?: string | null;
    status: string;
  }>;
  statuses: Readonly<Record<string, Label>>;
  /** The next step by one click, unless the record has ended: then it is opened again. */
  step: { label: string; hasEnded: boolean; isDisabled?: boolean; onClick: () => void };
  onRename: Parameters<typeof TitleEditor>[0]['onSave'];
  /** The properties, and what is seen of them even while they are closed. */
  aside: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
}

export function RecordView(props: RecordViewProps) {
  const { noun, back, tagged, statuses, step, onRename, aside, lead, children } = props;
  const { id, number, subject, description, status } = tagged.record;
  const { label, hasEnded, isDisabled = false, onClick } = step;
  const mayWrite = useCan(`${noun}s:write`);
  const [isRenaming, setRenaming] = useState(false);
  return (
    <>
      <PageHeader
        title={subject ?? 'No subject'}
        back={back}
        description={
          <Group gap="xs" component="span">
            #{number} <ValueBadge labels={statuses} value={status} />
          </Group>
        }
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
                {...(hasEnded ? { variant: 'default' } : {})}
                disabled={isDisabled}
                leftSection={<Icon name={hasEnded ? 'refresh' : 'check'} size={16} />}
                onClick={onClick}
              >
                {hasEnded ? 'Reopen' : label}
              </Button>
            </Group>
          )
        }
      />
      <RecordLayout lead={lead} aside={aside}>
        {children}
        <HistoryPanel resource={`${noun}s`} id={id} />
      </RecordLayout>
      <TitleEditor
        noun={noun}
        opened={isRenaming}
        onClose={() => setRenaming(false)}
        latest={tagged}
        hasDescription={description !== undefined}
        onSave={onRename}
      />
    </>
  );
}
