import { ActionIcon, Button, FileButton } from '@mantine/core';
import { useId } from 'react';
import { notifyRefused } from '../app/notifications.ts';
import { Icon } from '../components/icon.tsx';
import { sizeText } from './size.ts';
import classes from './thread.module.css';

/** The API takes no more with one message. */
const FILES_MAX = 10;

interface FilesProps {
  files: readonly File[];
  onChange: (files: File[]) => void;
  /** While they are being sent. */
  isDisabled: boolean;
}

export function AddFiles({ files, onChange, isDisabled }: FilesProps) {
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

export function ChosenFiles({ files, onChange, isDisabled }: FilesProps) {
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
