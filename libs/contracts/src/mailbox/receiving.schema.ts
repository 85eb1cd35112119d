import { z } from 'zod';
import { component, nullableString, string } from '../documented.ts';
import { text } from '../schema.ts';

export const ReceivingType = z.enum(['postmark', 'mailgun', 'sendgrid', 'ses']).meta({
  id: 'ReceivingType',
  description:
    'Provider that takes the mails of the mailbox and hands them over by HTTP. `postmark`: Postmark; `mailgun`: Mailgun; `sendgrid`: ' +
    'Twilio SendGrid; `ses`: Amazon SES through an SNS topic',
});

const ReceivingAuthentication = z.enum(['password', 'signature']).meta({
  id: 'ReceivingAuthentication',
  description:
    'What proves that a request is of the provider. `password`: the password in the URL that it calls; `signature`: its signature',
});

/** How mails arrive through a provider, without the secrets. */
export const Receiving = component(
  'Receiving',
  'How a provider hands over mails that arrive, without its secrets',
  {
    type: ReceivingType,
    url: string(
      'Address that the provider calls, with a token that nobody can guess',
      'https://mail.example.com/providers/4q2b7h0s1m9v3k6x8c5z2d7f4g',
    ),
    authentication: ReceivingAuthentication,
    topic_arn: nullableString(
      'ARN of the SNS topic, for `ses`, or null',
      'arn:aws:sns:eu-west-1:123456789012:incoming-mail',
    ),
  },
);
export type Receiving = z.output<typeof Receiving>;

const TOPIC_ARN = /^arn:aws(?:-cn|-us-gov)?:sns:[a-z]{2}(?:-[a-z]+)+-\d{1,2}:\d{12}:[\w-]{1,256}$/;

export const ReceivingInput = z
  .object({
    type: ReceivingType,
    password: text(255, 16)
      .regex(/^[\x21-\x7e]+$/, 'must have ASCII characters without blanks')
      .optional()
      .meta({
        description:
          'Password in the URL that the provider calls, with any user name, for `postmark` and for `sendgrid` without a signing key: ' +
          '16 characters at least. Never returned',
        examples: ['7rJ2mVx0q9TzLw4c'],
      }),
    signing_key: text(1_024)
      .optional()
      .meta({
        description:
          'For `mailgun` the HTTP webhook signing key, for `sendgrid` the public key of the security policy. Never returned',
        examples: ['key-3ax6xnjp29jd6fds4gc373sgvjxteol0'],
      }),
    topic_arn: text(512)
      .regex(TOPIC_ARN, 'must be the ARN of an SNS topic')
      .optional()
      .meta({
        description: 'ARN of the SNS topic, for `ses`: messages of no other one are taken',
        examples: ['arn:aws:sns:eu-west-1:123456789012:incoming-mail'],
      }),
  })
  .nullable()
  .meta({
    description:
      'How a provider hands over mails that arrive, or null. A secret that is left out is kept while `type` stays the same; the URL ' +
      'is another one after another type or null',
    examples: [null],
  });
export type ReceivingInput = NonNullable<z.output<typeof ReceivingInput>>;
