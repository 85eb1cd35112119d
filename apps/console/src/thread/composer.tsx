import { Alert, Button, Group, Progress, SegmentedControl, Text, Textarea } from '@mantine/core';
import { useRef, useState, type KeyboardEvent } from 'react';
import { explain, pathErrors } from '../api/errors.ts';
import { Icon } from '../components/icon.tsx';
import { AddFiles, ChosenFiles } from './composer-files.tsx';
import { DestinationLine } from './destination-line.tsx';
import { useDestination, type Destination } from './destination.ts';
import { recipientsOf } from './mail-form.ts';
import type { Draft, Parent } from './messages.ts';
import classes from './thread.module.css';
import { afterSending, useDraft, type Drafting } from './use-draft.ts';
import { useSend } from './use-send.ts';

/** A composer with a draft of its own. */
export function NewComposer({ parent }: { parent: Parent }) {
  return <Composer parent={parent} drafting={useDraft(parent.id)} />;
}

interface ComposerProps {
  parent: Parent;
  drafting: Drafting;
}

/** Writes a reply for the contact, or a note to the team. What was typed stays until the API has it. */
export function Composer({ parent, drafting: { draft, change } }: ComposerProps) {
  const textarea = useRef<HTMLTextAreaElement>(null);
  const [isOpen, setOpen] = useState(draft.body !== '');
  const isNote = draft.type === 'note';
  const destination = useDestination(parent, isOpen && !isNote);
  const send = useSend(parent, () => {
    change(afterSending(draft));
    textarea.current?.focus();
  });
  const isEmpty = draft.body.trim() === '' && draft.files.length === 0;
  const cannotLeave = !isNote && isForNobody(destination, draft);
  const submit = () => {
    if (isEmpty || cannotLeave || send.isPending) return;
    // Nobody needs to know whom a reply went to once it is sent; the next one asks again.
    setOpen(false);
    const leaves = destination.kind === 'mail' ? draft : { ...draft, mail: null };
    send.mutate(leaves, { onError: () => setOpen(true) });
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
      {!isNote && (
        <DestinationLine
          parent={parent}
          destination={destination}
          mail={draft.mail}
          onChange={(mail) => change({ mail })}
          errors={pathErrors(send.error)}
          isDisabled={send.isPending}
        />
      )}
      <Textarea
        ref={textarea}
        aria-label={isNote ? 'Internal note' : 'Reply'}
        placeholder={isNote ? 'Only your team sees this.' : 'For the contact'}
        autosize
        minRows={3}
        maxRows={16}
        maxLength={65_536}
        my="xs"
        value={draft.body}
        readOnly={send.isPending}
        onClick={() => setOpen(true)}
        onKeyUp={({ key }) => {
          // Reached by the keyboard.
          if (key === 'Tab') setOpen(true);
        }}
        onChange={({ currentTarget }) => {
          setOpen(true);
          change({ body: currentTarget.value });
        }}
        onKeyDown={sendByKey}
      />
      <ChosenFiles files={draft.files} onChange={(files) => change({ files })} isDisabled={send.isPending} />
      {send.isPending && draft.files.length > 0 && <Uploading />}
      {send.error !== null && <SendFailure error={send.error} />}
      <Group justify="space-between" gap="xs">
        <AddFiles files={draft.files} onChange={(files) => change({ files })} isDisabled={send.isPending} />
        <SendButton
          action={isNote ? 'Add note' : ACTIONS[destination.kind]}
          isDisabled={isEmpty || cannotLeave}
          isPending={send.isPending}
        />
      </Group>
    </form>
  );
}

/** No value is read out: how much has been sent is not known. */
function Uploading() {
  return (
    <div role="progressbar" aria-label="Uploading the attachments">
      <Progress.Root size="sm" my="xs" aria-hidden="true">
        <Progress.Section value={100} animated withAria={false} />
      </Progress.Root>
    </div>
  );
}

function SendButton(props: { action: string; isDisabled: boolean; isPending: boolean }) {
  const { action, isDisabled, isPending } = props;
  return (
    <Group gap="sm">
      <Text size="xs" c="dimmed" visibleFrom="sm" aria-hidden="true">
        Ctrl + Enter
      </Text>
      <Button
        type="submit"
        disabled={isDisabled}
        loading={isPending}
        leftSection={<Icon name="send" size={16} />}
      >
        {action}
      </Button>
    </Group>
  );
}

const ACTIONS: Readonly<Record<Destination['kind'], string>> = {
  unknown: 'Reply',
  none: 'Add reply',
  connection: 'Send reply',
  mail: 'Send reply',
};

function isForNobody(destination: Destination, { mail }: Draft): boolean {
  if (destination.kind !== 'mail') return false;
  const current = mail ?? destination.usual;
  return current !== null && recipientsOf(current).length === 0;
}

function SendFailure({ error }: { error: unknown }) {
  const { title, message } = explain(error);
  return (
    <Alert color="red" title={title} mb="xs" role="alert">
      {message} Your text is still here.
    </Alert>
  );
}
