import { Textarea, TextInput } from '@mantine/core';
import { textFields } from '../components/form-dialog.tsx';
import { RecordForm, type EditDialogProps } from './record-form.tsx';

interface Titled {
  subject: string | null;
  description?: string | null;
}

interface TitleFields {
  subject: string;
  description: string | null;
}

interface TitleEditorProps extends EditDialogProps<Titled, TitleFields> {
  /** What the record is called, such as "ticket". */
  noun: string;
  hasDescription?: boolean;
}

const formOf = ({ subject, description }: Titled) => ({
  subject: subject ?? '',
  description: description ?? '',
});

const bodyOf = ({ subject, description }: ReturnType<typeof formOf>): TitleFields => ({
  subject,
  description: description === '' ? null : description,
});

export function TitleEditor({ hasDescription = false, ...props }: TitleEditorProps) {
  return (
    <RecordForm {...props} formOf={formOf} bodyOf={bodyOf} fields={['subject', 'description']} size="lg">
      {({ form, onChange, error }) => {
        const field = textFields(form, onChange, error);
        return (
          <>
            <TextInput label="Subject" maxLength={998} data-autofocus {...field('subject')} />
            {hasDescription && (
              <Textarea
                label="Description"
                autosize
                minRows={4}
                maxRows={16}
                maxLength={65_536}
                {...field('description')}
              />
            )}
          </>
        );
      }}
    </RecordForm>
  );
}
