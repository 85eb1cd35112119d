import { NumberInput, PasswordInput, Radio, Select, Stack, TextInput } from '@mantine/core';
import { useMode } from '../../app/session.tsx';
import classes from './channels.module.css';
import { hasServer, keepsSecrets, withSecurity, type TransportForm } from './mailbox-values.ts';
import { SandboxAddresses } from './sandbox-addresses.tsx';

interface TransportFieldsProps {
  value: TransportForm;
  onChange: (value: TransportForm) => void;
  /** The transport that is stored, if the mailbox exists already. */
  stored: TransportForm | null;
  /** Messages by path, such as `transport.host`. */
  errors: Readonly<Record<string, string>>;
}

const TYPES = [
  {
    value: 'smtp',
    label: 'SMTP',
    description: 'Through a mail server of yours or of a provider, such as Google',
  },
  {
    value: 'imap_smtp',
    label: 'IMAP and SMTP',
    description: 'Through a mail server, and mails that arrive are fetched from there',
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
  // What a mailbox fetches from is set over the API.
  const offered = TYPES.filter((type) => type.value !== 'imap_smtp' || props.stored?.type === 'imap_smtp');
  const types = mode === 'test' ? TYPES.slice(-1) : offered;
  return (
    <>
      <Radio.Group
        label="How mails leave"
        description={mode === 'test' ? TEST_NOTE : undefined}
        value={value.type}
        error={errors['transport.type']}
        onChange={(type) => onChange({ ...value, type })}
      >
        <Stack gap="xs" mt="xs">
          {types.map((type) => (
            <Radio key={type.value} {...type} />
          ))}
        </Stack>
      </Radio.Group>
      {hasServer(value.type) && <SmtpFields {...props} />}
      {value.type === 'graph' && <GraphFields {...props} />}
      {value.type === 'sandbox' && <SandboxAddresses />}
    </>
  );
}

type Texts = {
  [Name in keyof TransportForm]: string extends TransportForm[Name] ? Name : never;
}[keyof TransportForm];

/** The properties of a text of the transport. */
const textOf =
  ({ value, onChange, errors }: TransportFieldsProps) =>
  (name: Texts) => ({
    value: value[name],
    error: errors[`transport.${name}`],
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ ...value, [name]: currentTarget.value }),
  });

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

function SmtpFields(props: TransportFieldsProps) {
  const { value, onChange, errors } = props;
  const text = textOf(props);
  return (
    <>
      <TextInput
        label="Server"
        description="Such as smtp.gmail.com for Google or smtp.office365.com for Microsoft 365"
        placeholder="smtp.example.com"
        required
        maxLength={253}
        {...text('host')}
      />
      <div className={classes.fields}>
        <Select
          label="Encryption"
          data={[
            { value: 'starttls', label: 'STARTTLS' },
            { value: 'tls', label: 'TLS' },
            { value: 'none', label: 'None, if the operator allows it' },
          ]}
          value={value.security}
          error={errors['transport.security']}
          allowDeselect={false}
          onChange={(security) => onChange(withSecurity(value, security as TransportForm['security']))}
        />
        <NumberInput
          label="Port"
          min={1}
          max={65_535}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          value={value.port ?? ''}
          error={errors['transport.port']}
          onChange={(port) => onChange({ ...value, port: typeof port === 'number' ? port : null })}
        />
      </div>
      <div className={classes.fields}>
        <Select
          label="Sign-in"
          data={[
            { value: 'password', label: 'Password' },
            { value: 'oauth2', label: 'OAuth 2.0' },
            { value: 'none', label: 'None' },
          ]}
          value={value.authentication}
          error={errors['transport.authentication']}
          allowDeselect={false}
          onChange={(authentication) =>
            onChange({ ...value, authentication: authentication as TransportForm['authentication'] })
          }
        />
        {value.authentication !== 'none' && (
          <TextInput label="User name" required maxLength={320} {...text('username')} />
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
            ? 'Of the user, with the scope https://outlook.office.com/SMTP.Send.'
            : 'Of the account, with the scope https://mail.google.com/.'
        }
      />
    </>
  );
}

function GraphFields(props: TransportFieldsProps) {
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
        description="Of an application with the permission Mail.Send of Microsoft Graph."
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
    </>
  );
}
