import { Alert, PasswordInput, Select, Text, TextInput } from '@mantine/core';
import { CopyButton } from '../../components/copy-button.tsx';
import type { Mailbox } from '../../desk/directory.ts';
import classes from './channels.module.css';
import { keepsReceivingSecret, secretOf, type ReceivingForm } from './receiving-values.ts';

const PROVIDERS = [
  { value: 'none', label: 'No provider' },
  { value: 'postmark', label: 'Postmark' },
  { value: 'mailgun', label: 'Mailgun' },
  { value: 'sendgrid', label: 'SendGrid' },
  { value: 'ses', label: 'Amazon SES' },
];

/** Where an admin enters the URL at each provider. */
const PLACES: Readonly<Record<string, string>> = {
  postmark:
    'In Postmark, it is the webhook of the inbound stream, with the password: https://any:PASSWORD@… Turn on “Include raw email content in JSON payload”.',
  mailgun:
    'In Mailgun, add a route under “Receiving” that matches the address, with the actions Forward to the URL and Stop.',
  sendgrid:
    'In SendGrid, add a host under “Inbound Parse” with the URL, and “POST the raw, full MIME message”. With a password the URL is https://any:PASSWORD@…',
  ses: 'In Amazon SNS, subscribe the topic with the protocol HTTPS and the URL, raw message delivery off. The mailbox confirms it by itself.',
};

const SECRETS = {
  password: {
    label: 'Password of the provider',
    description: 'A password of your own, which you put into the URL: 16 characters at least.',
    maxLength: 255,
  },
  signing_key: {
    label: 'Signing key',
    description: 'Mailgun: the HTTP webhook signing key. SendGrid: the public key of the security policy.',
    maxLength: 1024,
  },
} as const;

interface ReceivingFieldsProps {
  value: ReceivingForm;
  onChange: (value: ReceivingForm) => void;
  /** What is stored, if the mailbox exists already. */
  stored: ReceivingForm | null;
  /** Messages by path, such as `receiving.password`. */
  errors: Readonly<Record<string, string>>;
}

/** The provider that hands over the mails of a mailbox. */
export function ReceivingFields({ value, onChange, stored, errors }: ReceivingFieldsProps) {
  const secret = secretOf(value);
  const isKept = keepsReceivingSecret(stored, value);
  return (
    <fieldset className={classes.server}>
      <legend>Mails that arrive</legend>
      <Select
        label="Handed over by"
        description={
          value.type === 'none'
            ? 'Without a provider, mails arrive if your mail server sends those of the address to this installation.'
            : undefined
        }
        data={PROVIDERS}
        value={value.type}
        error={errors['receiving.type'] ?? errors['receiving']}
        allowDeselect={false}
        onChange={(type) => onChange({ ...value, type: type as ReceivingForm['type'] })}
      />
      {value.type === 'sendgrid' && (
        <Select
          label="Its requests are known by"
          data={[
            { value: 'signature', label: 'Their signature' },
            { value: 'password', label: 'A password in the URL' },
          ]}
          value={value.authentication}
          allowDeselect={false}
          onChange={(way) =>
            onChange({ ...value, authentication: way === 'password' ? 'password' : 'signature' })
          }
        />
      )}
      {secret !== null && (
        <PasswordInput
          label={SECRETS[secret].label}
          description={isKept ? 'Never shown. It is kept if this stays empty.' : SECRETS[secret].description}
          required={!isKept}
          placeholder={isKept ? '••••••••' : undefined}
          visibilityToggleButtonProps={{ 'aria-label': `Show the ${SECRETS[secret].label.toLowerCase()}` }}
          maxLength={SECRETS[secret].maxLength}
          value={value[secret]}
          error={errors[`receiving.${secret}`]}
          // The component says so to the eye alone.
          aria-invalid={errors[`receiving.${secret}`] !== undefined}
          autoComplete="new-password"
          spellCheck={false}
          onChange={({ currentTarget }) => onChange({ ...value, [secret]: currentTarget.value })}
        />
      )}
      {value.type === 'ses' && (
        <TextInput
          label="SNS topic"
          placeholder="arn:aws:sns:eu-west-1:123456789012:incoming-mail"
          description="Of the action of the receipt rule, with Base64 as its encoding"
          required
          maxLength={512}
          autoComplete="off"
          spellCheck={false}
          value={value.topic_arn}
          error={errors['receiving.topic_arn']}
          onChange={({ currentTarget }) => onChange({ ...value, topic_arn: currentTarget.value })}
        />
      )}
    </fieldset>
  );
}

/** The URL that a provider calls, and where it is entered there. */
export function ProviderUrl({ receiving }: { receiving: NonNullable<Mailbox['receiving']> }) {
  const { type, url } = receiving;
  return (
    <Alert title="Enter this URL at the provider, so that mails arrive">
      <div className={classes.url}>
        <code>{url}</code>
        <CopyButton text={url} label="URL" />
      </div>
      {PLACES[type] !== undefined && (
        <Text size="sm" mt="xs">
          {PLACES[type]}
        </Text>
      )}
    </Alert>
  );
}
