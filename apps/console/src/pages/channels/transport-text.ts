import type { TransportForm } from './mailbox-values.ts';

export interface TransportFieldsProps {
  value: TransportForm;
  onChange: (value: TransportForm) => void;
  /** The transport that is stored, if the mailbox exists already. */
  stored: TransportForm | null;
  /** Messages by path, such as `transport.host`. */
  errors: Readonly<Record<string, string>>;
}

type Texts = {
  [Name in keyof TransportForm]: string extends TransportForm[Name] ? Name : never;
}[keyof TransportForm];

/** The properties of a text of the transport. */
export const textOf =
  ({ value, onChange, errors }: TransportFieldsProps) =>
  (name: Texts) => ({
    value: value[name],
    error: errors[`transport.${name}`],
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ ...value, [name]: currentTarget.value }),
  });
