import { Config, secretSetting, setting } from '@parley/runtime/config';
import { systemMailSender, systemMailServer } from './system-mail.rules.ts';

export class SystemMailConfig extends Config(
  {
    SYSTEM_MAIL_URL: secretSetting(
      'Server of the mails of the product itself, such as invitations: smtps://user:password@host:465, or smtp:// for ' +
        'STARTTLS. Empty: it sends none',
      systemMailServer,
      '',
    ),
    SYSTEM_MAIL_FROM: setting(
      'Sender of these mails, like Parley <parley@example.com>; set it with SYSTEM_MAIL_URL',
      systemMailSender,
      '',
    ),
  },
  ({ SYSTEM_MAIL_URL: server, SYSTEM_MAIL_FROM: from }) => {
    // What is not valid by itself has an error already.
    if (server === undefined || from === undefined || (server === null) === (from === null)) return [];
    return [`SYSTEM_MAIL_URL and SYSTEM_MAIL_FROM: set both of them or neither`];
  },
) {}
