import { NumberInput, Select, TextInput } from '@mantine/core';
import classes from './channels.module.css';
import { withImapSecurity, withSecurity, type TransportForm } from './mailbox-values.ts';
import { textOf, type TransportFieldsProps } from './transport-text.ts';

/** The two servers of a mailbox that fetches its mails. */
export function FetchingFields(props: TransportFieldsProps) {
  const { value, onChange, errors } = props;
  return (
    <>
      <fieldset className={classes.server}>
        <legend>Mails that arrive</legend>
        <ServerFields
          fields={props}
          prefix="imap_"
          label="IMAP server"
          description="Such as imap.gmail.com for Google or outlook.office365.com for Microsoft 365; empty for the name of the SMTP server"
          onSecurity={withImapSecurity}
        />
        <Select
          label="Once a mail is stored here"
          description="Mails that are in the inbox before the first connection are left as they are."
          data={[
            { value: 'leave', label: 'Leave it in the inbox, unread if it was' },
            { value: 'delete', label: 'Delete it from the inbox' },
          ]}
          value={value.after_receiving}
          error={errors['transport.after_receiving']}
          allowDeselect={false}
          onChange={(after) =>
            onChange({ ...value, after_receiving: after === 'delete' ? 'delete' : 'leave' })
          }
        />
      </fieldset>
      <fieldset className={classes.server}>
        <legend>Replies</legend>
        <ServerFields
          fields={props}
          prefix=""
          label="SMTP server"
          description="Such as smtp.gmail.com for Google or smtp.office365.com for Microsoft 365"
          onSecurity={withSecurity}
        />
      </fieldset>
    </>
  );
}

export const SmtpFields = (props: TransportFieldsProps) => (
  <ServerFields
    fields={props}
    prefix=""
    label="Server"
    description="Such as smtp.gmail.com for Google or smtp.office365.com for Microsoft 365"
    onSecurity={withSecurity}
  />
);

interface ServerFieldsProps {
  fields: TransportFieldsProps;
  /** What the names of its values begin with. */
  prefix: '' | 'imap_';
  label: string;
  description: string;
  onSecurity: typeof withSecurity;
}

function ServerFields({ fields, prefix, label, description, onSecurity }: ServerFieldsProps) {
  const { value, onChange, errors } = fields;
  const kind = label.replace(/ ?server$/i, '');
  const named = (name: string) => (kind === '' ? name : `${kind} ${name.toLowerCase()}`);
  return (
    <>
      <TextInput
        label={label}
        description={description}
        placeholder={prefix === '' ? 'smtp.example.com' : 'imap.example.com'}
        required={prefix === ''}
        maxLength={253}
        {...textOf(fields)(`${prefix}host`)}
      />
      <div className={classes.fields}>
        <Select
          label={named('Encryption')}
          data={[
            { value: 'starttls', label: 'STARTTLS' },
            { value: 'tls', label: 'TLS' },
            { value: 'none', label: 'None, if the operator allows it' },
          ]}
          value={value[`${prefix}security`]}
          error={errors[`transport.${prefix}security`]}
          allowDeselect={false}
          onChange={(security) => onChange(onSecurity(value, security as TransportForm['security']))}
        />
        <NumberInput
          label={named('Port')}
          min={1}
          max={65_535}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          value={value[`${prefix}port`] ?? ''}
          error={errors[`transport.${prefix}port`]}
          onChange={(port) =>
            onChange({ ...value, [`${prefix}port`]: typeof port === 'number' ? port : null })
          }
        />
      </div>
    </>
  );
}
