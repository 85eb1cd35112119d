import { defineEvent } from '../event.ts';
import { IncomingMail } from './incoming-mail.operations.ts';

export const incomingMailQuarantined = defineEvent({
  type: 'incoming_mail.quarantined',
  summary: 'A mail was held back: `reason` says why. Release or discard it',
  data: IncomingMail,
});
