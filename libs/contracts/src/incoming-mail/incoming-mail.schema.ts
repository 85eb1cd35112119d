import { z } from 'zod';
import { component } from '../documented.ts';

export const IncomingMailType = z
  .enum(['ordinary', 'automatic', 'bulk', 'bounce', 'complaint', 'receipt', 'own_copy'])
  .meta({
    id: 'IncomingMailType',
    description:
      'Type of mail. `ordinary`: a person wrote it, as far as its headers tell; `automatic`: an automatic answer; `bulk`: of a mailing ' +
      'list; `bounce`: a report that a mail could not be delivered; `complaint`: a report that a mail is spam; `receipt`: a report that a ' +
      'mail was displayed; `own_copy`: a mail of this installation',
  });
export type IncomingMailType = z.output<typeof IncomingMailType>;

const MailVerdict = z.enum(['pass', 'fail', 'none', 'error']).meta({
  id: 'MailVerdict',
  description:
    '`pass`: the proof is valid; `fail`: it is not; `none`: there is no proof; `error`: it could not be checked',
});

export const MailAuthentication = component('MailAuthentication', 'What proves the sender of a mail', {
  verified: z
    .boolean()
    .describe(
      'Whether the domain of the sender is proven, by a signature (DKIM) or by the server that sent the mail (SPF); of a contact form, ' +
        'whether the sender has confirmed its address',
    ),
  dmarc: MailVerdict.describe('Outcome of DMARC'),
  dkim: MailVerdict.describe('Outcome of the signatures in the name of the domain of the sender'),
  spf: MailVerdict.describe('Outcome for the server that sent the mail'),
});
export type MailAuthentication = z.output<typeof MailAuthentication>;
