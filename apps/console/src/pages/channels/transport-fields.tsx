import { Checkbox, PasswordInput, Radio, Select, Stack, TextInput } from '@mantine/core';
import { useMode } from '../../app/session.tsx';
import classes from './channels.module.css';
import { hasServer, keepsSecrets, withType, type TransportForm } from './mailbox-values.ts';
import { FetchingFields, SmtpFields } from './server-fields.tsx';
import { SandboxAddresses } from './sandbox-addresses.tsx';
import { textOf, type TransportFieldsProps } from './transport-text.ts';

const TYPES = [
  {
    value: 'smtp',
    label: 'SMTP',
    description: 'Through a mail server of yours or of a provider, such as Google',
  },
  {
    value: 'imap_smtp',
    label: 'IMAP and SMTP',
    description: 'As SMTP, and mails that arrive are fetched from the inbox',
  },
  {
    value: 'graph',
    label: 'Microsoft Graph',
    description: 'Through Microsoft 365, with an application of yours',
  },
  { value: 'sandbox', label: 'Sandbox', description: 'Sends nothing: simulates what becomes of a mail' },
] as const;

const TEST_NOTE =
  'Test data has the sandbox alone, so that no test reaches anybody. Switch to live data for the others.';

export function TransportFields(props: TransportFieldsProps) {
  const { value, onChange, errors } = props;
  const [mode] = useMode();
  const types = mode === 'test' ? TYPES.slice(-1) : TYPES;
  return (
    <>
      <Radio.Group
        label="How mails leave"
        description={mode === 'test' ? TEST_NOTE : undefined}
        value={value.type}
        error={errors['transport.type']}
        onChange={(type) => onChange(withType(value, type))}
      >
        <Stack gap="xs" mt="xs">
          {types.map((type) => (
            <Radio key={type.value} {...type} />
          ))}
        </Stack>
      </Radio.Group>
      {value.type === 'imap_smtp' && <FetchingFields {...props} />}
      {value.type === 'smtp' && <SmtpFields {...props} />}
      {hasServer(value.type) && <SignInFields {...props} />}
      {value.type === 'graph' && <GraphFields {...props} />}
      {value.type === 'sandbox' && <SandboxAddresses />}
    </>
  );
}

type SecretName = 'password' | 'client_secret' | 'refresh_token';

interface SecretFieldProps {
  fields: TransportFieldsProps;
  name: SecretName;
  label: string;
  description?: string;
  /** Whether nothing can be sent without it. */
  isRequired?: boolean;
}

/** A secret, which is never shown again. */
function SecretField({ fields, name, label, description = '', isRequired = false }: SecretFieldProps) {
  const { stored, value } = fields;
  const isStored = stored !== null && stored.type === value.type;
  const isKept = isStored && keepsSecrets(stored, value);
  const hint = isKept
    ? 'Never shown. It is kept if this stays empty.'
    : isStored
      ? 'Enter it again: the stored one is for another server or sign-in.'
      : '';
  return (
    <PasswordInput
      label={label}
      description={[description, hint].filter((text) => text !== '').join(' ') || undefined}
      required={isRequired && !isKept}
      placeholder={isKept ? '••••••••' : undefined}
      visibilityToggleButtonProps={{ 'aria-label': `Show the ${label.toLowerCase()}` }}
      maxLength={4096}
      {...textOf(fields)(name)}
      // The component says so to the eye alone.
      aria-invalid={fields.errors[`transport.${name}`] !== undefined}
      autoComplete="new-password"
    />
  );
}

/** How a mailbox signs in; one that fetches its mails does so at both servers. */
function SignInFields(props: TransportFieldsProps) {
  const { value, onChange, errors } = props;
  const isFetching = value.type === 'imap_smtp';
  const ways = [
    { value: 'password', label: 'Password' },
    { value: 'oauth2', label: 'OAuth 2.0' },
    { value: 'none', label: 'None' },
  ];
  return (
    <>
      <div className={classes.fields}>
        <Select
          label={isFetching ? 'Sign-in at both servers' : 'Sign-in'}
          data={isFetching ? ways.slice(0, -1) : ways}
          value={value.authentication}
          error={errors['transport.authentication']}
          allowDeselect={false}
          onChange={(authentication) =>
            onChange({ ...value, authentication: authentication as TransportForm['authentication'] })
          }
        />
        {value.authentication !== 'none' && (
          <TextInput label="User name" required maxLength={320} {...textOf(props)('username')} />
        )}
      </div>
      {value.authentication === 'password' && (
        <SecretField
          fields={props}
          name="password"
          label="Password"
          description="For Google an app password."
          isRequired
        />
      )}
      {value.authentication === 'oauth2' && <OAuthFields {...props} />}
    </>
  );
}

function OAuthFields(props: TransportFieldsProps) {
  const { value, onChange, errors } = props;
  const text = textOf(props);
  const isMicrosoft = value.oauth_provider === 'microsoft';
  return (
    <>
      <div className={classes.fields}>
        <Select
          label="Provider"
          data={[
            { value: 'google', label: 'Google' },
            { value: 'microsoft', label: 'Microsoft' },
          ]}
          value={value.oauth_provider}
          error={errors['transport.oauth_provider']}
          allowDeselect={false}
          onChange={(provider) =>
            onChange({ ...value, oauth_provider: provider as TransportForm['oauth_provider'] })
          }
        />
        {isMicrosoft && <TextInput label="Tenant ID" required maxLength={255} {...text('tenant_id')} />}
        <TextInput label="Client ID" required maxLength={255} {...text('client_id')} />
      </div>
      <SecretField fields={props} name="client_secret" label="Client secret" />
      <SecretField
        fields={props}
        name="refresh_token"
        label="Refresh token"
        description={
          isMicrosoft
            ? `Of the user, with the scope${value.type === 'imap_smtp' ? 's https://outlook.office.com/IMAP.AccessAsUser.All and' : ''} https://outlook.office.com/SMTP.Send.`
            : 'Of the account, with the scope https://mail.google.com/.'
        }
      />
    </>
  );
}

function GraphFields(props: TransportFieldsProps) {
  const { value, onChange, errors } = props;
  const text = textOf(props);
  return (
    <>
      <div className={classes.fields}>
        <TextInput
          label="Tenant ID"
          placeholder="acme.onmicrosoft.com"
          required
          maxLength={255}
          {...text('tenant_id')}
        />
        <TextInput label="Client ID" required maxLength={255} {...text('client_id')} />
      </div>
      <SecretField
        fields={props}
        name="client_secret"
        label="Client secret"
        description={`Of an application with the ${value.receives ? 'permissions Mail.Send and Mail.Read' : 'permission Mail.Send'} of Microsoft Graph.`}
      />
      <TextInput
        label="User principal name"
        description="Empty if it is the address of the mailbox"
        maxLength={320}
        {...text('username')}
      />
      <SecretField
        fields={props}
        name="refresh_token"
        label="Refresh token"
        description="Only if the application acts for a user who has consented; otherwise leave it empty."
      />
      <Checkbox
        label="Fetch the mails that arrive in the inbox"
        description="They stay there as they are, as do those of before."
        checked={value.receives}
        error={errors['transport.after_receiving']}
        onChange={(event) => onChange({ ...value, receives: event.currentTarget.checked })}
      />
    </>
  );
}
