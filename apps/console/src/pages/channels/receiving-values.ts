import type { Schemas } from '../../api/public.ts';
import type { Mailbox } from '../../desk/directory.ts';

type ReceivingInput = NonNullable<Schemas['CreateMailboxRequest']['receiving']>;

export interface ReceivingForm {
  type: ReceivingInput['type'] | 'none';
  authentication: 'password' | 'signature';
  password: string;
  signing_key: string;
  topic_arn: string;
}

export const NO_PROVIDER: ReceivingForm = {
  type: 'none',
  authentication: 'signature',
  password: '',
  signing_key: '',
  topic_arn: '',
};

export function receivingFormOf(receiving: Mailbox['receiving']): ReceivingForm {
  if (receiving === null) return NO_PROVIDER;
  return {
    ...NO_PROVIDER,
    // The types of answers are open: a later version may have other values, which this form sends back as they are.
    type: receiving.type as ReceivingForm['type'],
    authentication: receiving.authentication === 'password' ? 'password' : 'signature',
    topic_arn: receiving.topic_arn ?? '',
  };
}

/** The secret by which requests of the provider are known, which a form asks for. */
export function secretOf({ type, authentication }: ReceivingForm): 'password' | 'signing_key' | null {
  if (type === 'none' || type === 'ses') return null;
  if (type === 'sendgrid') return authentication === 'password' ? 'password' : 'signing_key';
  return type === 'mailgun' ? 'signing_key' : 'password';
}

/** What a request has of a form: nothing that is empty, and nothing that the provider does not have. */
export function receivingOf(form: ReceivingForm): ReceivingInput | null {
  const { type } = form;
  if (type === 'none') return null;
  const name = secretOf(form);
  const secret = name === null ? '' : form[name].trim();
  const topic = type === 'ses' ? form.topic_arn.trim() : '';
  return {
    type,
    ...(name === null || secret === '' ? {} : { [name]: secret }),
    ...(topic === '' ? {} : { topic_arn: topic }),
  };
}

/** Whether the secret that is stored is kept if none is entered. */
export const keepsReceivingSecret = (before: ReceivingForm | null, form: ReceivingForm): boolean =>
  before?.type === form.type && secretOf(before) === secretOf(form);
