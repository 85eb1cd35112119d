import {
  ActionIcon,
  Alert,
  Button,
  FileButton,
  Group,
  Progress,
  SegmentedControl,
  Text,
  Textarea,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { explain } from '../api/errors.ts';
import { notifyDone, notifyRefused } from '../app/notifications.ts';
import { useMode, usePublicApi, useSession } from '../app/session.tsx';
import { useUnsaved } from '../app/unsaved.ts';
import { Icon } from '../components/icon.tsx';
import { useIdempotencyKey } from '../desk/idempotency.ts';
import { draftsOf } from '../app/drafts.ts';
import { addToPages } from '../live/apply-event.ts';
import { useStreamState } from '../live/live-updates.tsx';
import { sendMessage, type Draft, type Parent } from './messages.ts';
import { sizeText } from './size.ts';
import classes from './thread.module.css';

/** The API takes no more with one message. */
const FILES_MAX = 10;

const EMPTY: Draft = { type: 'reply', body: '', files: [] };

/** A draft whose text outlives the page, which cannot be said of files. */
function useDraft({ id }: Parent) {
  const [mode] = useMode();
  const drafts = draftsOf(useSession());
  const [draft, setDraft] = useState<Draft>(() => ({ ...EMPTY, ...drafts.read(mode, id) }));
  useUnsaved(draft.files.length > 0);
  const change = (changes: Partial<Draft>) => {
    const next = { ...draft, ...changes };
    setDraft(next);
    drafts.write(mode, id, next);
  };
  return [draft, change] as const;
}

/** Writes a reply for the contact, or a note to the team. What was typed stays until the API has it. */
export function Composer({ parent }: { parent: Parent }) {
  const [draft, change] = useDraft(parent);
  const textarea = useRef<HTMLTextAreaElement>(null);
  const send = useSend(parent, () => {
    change({ ...EMPTY, type: draft.type });
    textarea.current?.focus();
  });
  const isNote = draft.type === 'note';
  const isEmpty = draft.body.trim() === '' && draft.files.length === 0;
  const submit = () => {
    if (!isEmpty && !send.isPending) send.mutate(draft);
  };
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit();
  };
  return (
    <form
      className={classes.composer}
      data-look={isNote ? 'note' : 'reply'}
      aria-label="Write a message"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SegmentedControl
        size="xs"
        aria-label="Kind of message"
        disabled={send.isPending}
        value={draft.type}
        onChange={(type) => change({ type: type === 'note' ? 'note' : 'reply' })}
        data={[
          { value: 'reply', label: 'Reply' },
          { value: 'note', label: 'Internal note' },
        ]}
      />
      <Textarea
        ref={textarea}
        aria-label={isNote ? 'Internal note' : 'Reply'}
        placeholder={
          isNote
            ? 'Only your team sees this.'
            : 'For the contact: recorded, not sent, as no channel is connected.'
        }
        autosize
        minRows={3}
        maxRows={16}
        maxLength={65_536}
        my="xs"
        value={draft.body}
        readOnly={send.isPending}
        onChange={({ currentTarget }) => change({ body: currentTarget.value })}
        onKeyDown={sendByKey}
      />
      <ChosenFiles files={draft.files} onChange={(files) => change({ files })} isDisabled={send.isPending} />
      {send.isPending && draft.files.length > 0 && (
        // How much has been sent is not known, so no value is read out.
        <div role="progressbar" aria-label="Uploading the attachments">
          <Progress.Root size="sm" my="xs" aria-hidden="true">
            <Progress.Section value={100} animated withAria={false} />
          </Progress.Root>
        </div>
      )}
      {send.error !== null && <SendFailure error={send.error} />}
      <Group justify="space-between" gap="xs">
        <AddFiles files={draft.files} onChange={(files) => change({ files })} isDisabled={send.isPending} />
        <Group gap="sm">
          <Text size="xs" c="dimmed" visibleFrom="sm" aria-hidden="true">
            Ctrl + Enter
          </Text>
          <Button
            type="submit"
            disabled={isEmpty}
            loading={send.isPending}
            leftSection={<Icon name="send" size={16} />}
          >
            {isNote ? 'Add note' : 'Add reply'}
          </Button>
        </Group>
      </Group>
    </form>
  );
}

function useSend(parent: Parent, onSent: () => void) {
  const api = usePublicApi();
  const client = useQueryClient();
  const stream = useStreamState();
  const { keyFor, done } = useIdempotencyKey();
  return useMutation({
    mutationFn: (draft: Draft) => {
      const files = draft.files.map(({ name, size, lastModified }) => [name, size, lastModified]);
      return sendMessage(api, parent, draft, keyFor([draft.type, draft.body, files]));
    },
    onSuccess: async ({ data: message }, { type }) => {
      done();
      onSent();
      notifyDone(type === 'note' ? 'The note is added.' : 'The reply is recorded, not sent.');
      const messages = [api.mode, 'conversations', message.conversation_id, 'messages'];
      if (!addToPages(client, messages, message, true))
        await client.invalidateQueries({ queryKey: messages });
      // Events tell of the rest, if a stream brings them.
      if (stream !== 'live')
        await client.invalidateQueries({ queryKey: [api.mode, parent.resource, parent.id] });
    },
  });
}

function SendFailure({ error }: { error: unknown }) {
  const { title, message } = explain(error);
  return (
    <Alert color="red" title={title} mb="xs" role="alert">
      {message} Your text is still here.
    </Alert>
  );
}

interface FilesProps {
  files: readonly File[];
  onChange: (files: File[]) => void;
  /** While they are being sent. */
  isDisabled: boolean;
}

function AddFiles({ files, onChange, isDisabled }: FilesProps) {
  const id = useId();
  const add = (added: readonly File[]) => {
    const room = FILES_MAX - files.length;
    onChange([...files, ...added.slice(0, room)]);
    const leftOut = added.slice(room).map(({ name }) => name);
    if (leftOut.length > 0)
      notifyRefused(`A message has at most ${FILES_MAX} files`, `Not attached: ${leftOut.join(', ')}`);
  };
  const isFull = files.length >= FILES_MAX;
  return (
    <FileButton
      multiple
      inputProps={{ id, 'aria-label': 'Files to attach' }}
      disabled={isDisabled}
      onChange={add}
    >
      {(props) => (
        <Button
          {...props}
          variant="subtle"
          color="gray"
          size="compact-sm"
          disabled={isFull || isDisabled}
          leftSection={<Icon name="paperclip" size={16} />}
        >
          {isFull ? `At most ${FILES_MAX} files` : 'Attach files'}
        </Button>
      )}
    </FileButton>
  );
}

function ChosenFiles({ files, onChange, isDisabled }: FilesProps) {
  if (files.length === 0) return null;
  return (
    <ul className={classes.attachments} aria-label="Chosen files">
      {files.map((file, index) => (
        // Two files may have the same name; the list changes only by adding and removing.
        <li key={`${index} ${file.name}`} className={classes.attachment}>
          <Icon name="file" size={16} />
          <span className={classes.fileName}>{file.name}</span>
          <span className={classes.fileSize}>{sizeText(file.size)}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Remove ${file.name}`}
            disabled={isDisabled}
            onClick={() => onChange(files.filter((_, at) => at !== index))}
          >
            <Icon name="delete" size={14} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
