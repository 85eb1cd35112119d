import { Textarea, TextInput } from '@mantine/core';
import { fieldErrors } from '../api/errors.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { ChangedByOthers } from './changed-by-others.tsx';
import type { Tagged } from './records.ts';
import { useRecordForm } from './use-record-form.ts';

interface Titled {
  subject: string | null;
  description?: string | null;
}

interface TitleFields {
  subject: string;
  description: string | null;
}

interface TitleEditorProps {
  /** What the record is called, such as "ticket". */
  noun: string;
  opened: boolean;
  onClose: () => void;
  latest: Tagged<Titled>;
  /** Whether the record has a long text, too. */
  hasDescription?: boolean;
  onSave: (change: Partial<TitleFields>, etag: string) => Promise<unknown>;
}

const formOf = ({ subject, description }: Titled) => ({
  subject: subject ?? '',
  description: description ?? '',
});

const bodyOf = ({ subject, description }: ReturnType<typeof formOf>): TitleFields => ({
  subject,
  description: description === '' ? null : description,
});

/** Changes the subject of a record, and its description. */
export function TitleEditor(props: TitleEditorProps) {
  const { noun, opened, onClose, latest, hasDescription = false, onSave } = props;
  const { form, setForm, error, isPending, submit, loadNewValues } = useRecordForm({
    opened,
    onClose,
    latest,
    formOf,
    bodyOf,
    onSave,
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Edit ${noun}`}
      action="Save"
      isPending={isPending}
      error={error}
      fields={['subject', 'description']}
      onSubmit={submit}
      size="lg"
    >
      <TextInput
        label="Subject"
        maxLength={512}
        value={form.subject}
        error={fieldErrors(error)['subject']}
        onChange={({ currentTarget: { value } }) => setForm({ ...form, subject: value })}
        data-autofocus
      />
      {hasDescription && (
        <Textarea
          label="Description"
          autosize
          minRows={4}
          maxRows={16}
          maxLength={65_536}
          value={form.description}
          error={fieldErrors(error)['description']}
          onChange={({ currentTarget: { value } }) => setForm({ ...form, description: value })}
        />
      )}
      <ChangedByOthers noun={noun} onLoad={loadNewValues} />
    </FormDialog>
  );
}
