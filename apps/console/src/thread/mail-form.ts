import type { Schemas } from '../api/public.ts';
import type { MailForm } from '../app/drafts.ts';

export type { MailForm };

type Addresses = readonly { address: string }[];
const plain = (list: Addresses): string[] => list.map(({ address }) => address);

/** Whom a mail goes to, in the form in which that is edited. */
export const mailFormOf = (mail: {
  to: Addresses;
  cc: Addresses;
  bcc?: Addresses;
  subject: string | null;
}): MailForm => ({
  to: plain(mail.to),
  cc: plain(mail.cc),
  bcc: plain(mail.bcc ?? []),
  subject: mail.subject ?? '',
});

export const recipientsOf = ({ to, cc, bcc }: MailForm): string[] => [...to, ...cc, ...bcc];

/** What a request has of the form: everybody who is named there, and the subject unless it is empty. */
export const emailOf = ({ to, cc, bcc, subject }: MailForm): Schemas['ResendMessageRequest']['email'] => ({
  to,
  cc,
  bcc,
  ...(subject.trim() === '' ? {} : { subject: subject.trim() }),
});

export const isSameMail = (one: MailForm, other: MailForm): boolean =>
  JSON.stringify(emailOf(one)) === JSON.stringify(emailOf(other));

/** A message that is sent again goes to those whom it has not reached, as far as is known. */
export function unreached({ email, delivery }: Pick<Schemas['Message'], 'email' | 'delivery'>): MailForm {
  const reached = new Set(
    delivery?.recipients
      .filter(({ status }) => status === 'sent' || status === 'delivered')
      .map(({ address }) => address),
  );
  const left = (list: readonly string[]) => list.filter((address) => !reached.has(address));
  const { to, cc, bcc, subject } = mailFormOf(email ?? { to: [], cc: [], subject: null });
  return { to: left(to), cc: left(cc), bcc: left(bcc), subject };
}

const LISTS = ['to', 'cc', 'bcc', 'subject'] as const;

/** What is wrong with each list, naming the address: the API answers with paths such as `email.to[1]`. */
export function mailErrors(
  errors: Readonly<Record<string, string>>,
  form: MailForm,
): Partial<Record<(typeof LISTS)[number], string>> {
  const found: Partial<Record<(typeof LISTS)[number], string>> = {};
  for (const [path, message] of Object.entries(errors)) {
    const [, name, index] = /^email\.(\w+)(?:\[(\d+)\])?/.exec(path) ?? [];
    const list = LISTS.find((one) => one === name);
    if (list === undefined) continue;
    const value = index === undefined ? undefined : form[list][Number(index)];
    const text = value === undefined ? message : `${value}: ${message}`;
    found[list] = found[list] === undefined ? text : `${found[list]} ${text}`;
  }
  return found;
}
