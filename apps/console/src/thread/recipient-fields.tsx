import { TagsInput, TextInput } from '@mantine/core';
import { mailErrors, type MailForm } from './mail-form.ts';
import classes from './thread.module.css';

interface RecipientFieldsProps {
  value: MailForm;
  onChange: (value: MailForm) => void;
  /** Messages by path, such as `email.to[0]`. */
  errors: Readonly<Record<string, string>>;
  isDisabled?: boolean;
}

const LISTS = [
  { name: 'to', label: 'To' },
  { name: 'cc', label: 'Cc' },
  { name: 'bcc', label: 'Bcc' },
] as const;

/** The API takes no more with one mail. */
const RECIPIENTS_MAX = 50;

/** Whom a mail goes to, and its subject. */
export function RecipientFields({ value, onChange, errors, isDisabled = false }: RecipientFieldsProps) {
  const wrong = mailErrors(errors, value);
  return (
    <div className={classes.recipients}>
      {LISTS.map(({ name, label }) => (
        <TagsInput
          key={name}
          label={label}
          size="sm"
          placeholder={value[name].length === 0 ? 'name@example.com' : ''}
          splitChars={[',', ';', ' ']}
          acceptValueOnBlur
          classNames={{ inputField: classes.recipientInput ?? '' }}
          maxTags={RECIPIENTS_MAX}
          readOnly={isDisabled}
          value={value[name]}
          error={wrong[name]}
          onChange={(addresses) => onChange({ ...value, [name]: addresses })}
        />
      ))}
      <TextInput
        label="Subject"
        size="sm"
        maxLength={998}
        readOnly={isDisabled}
        value={value.subject}
        error={wrong.subject}
        onChange={({ currentTarget }) => onChange({ ...value, subject: currentTarget.value })}
      />
    </div>
  );
}
