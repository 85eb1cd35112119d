import { ACCOUNT, HOME, type MailServerProgram } from './mail-server-process.ts';

const USER = 60_018;

interface DovecotOptions {
  /** Where it takes the mails of its people from the server that has received them (LMTP, RFC 2033). */
  readonly lmtpPort: number;
  /** Where other servers ask it whether a sign-in is right. */
  readonly authPort: number;
  /** The addresses of its people, who have one password. */
  readonly people: readonly string[];
}

/**
 * An IMAP server with STARTTLS, and the mailboxes of its people as Maildir. It delivers subaddresses (RFC 5233) to the address without
 * what follows the `+`.
 */
export const dovecot = ({ lmtpPort, authPort, people }: DovecotOptions): MailServerProgram => ({
  name: 'dovecot',
  userId: USER,
  isSecured: true,
  files: (port) => ({
    'dovecot.conf': `base_dir = ${HOME}/run
state_dir = ${HOME}/state
log_path = ${HOME}/log
listen = 127.0.0.1
protocols = imap lmtp
recipient_delimiter = +
first_valid_uid = 1
ssl = required
ssl_min_protocol = TLSv1.2
ssl_cert = <${HOME}/server.pem
ssl_key = <${HOME}/server.key
mail_location = maildir:~/Maildir
namespace inbox {
  inbox = yes
  mailbox Junk {
    auto = create
    special_use = \\Junk
  }
}
passdb {
  driver = passwd-file
  args = ${HOME}/users
}
userdb {
  driver = static
  args = uid=${USER} gid=${USER} home=${HOME}/mail/%u
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service auth {
  inet_listener {
    address = 127.0.0.1
    port = ${authPort}
  }
}
service lmtp {
  inet_listener lmtp {
    port = ${lmtpPort}
  }
}
`,
    users: people.map((person) => `${person}:{PLAIN}${ACCOUNT.password}\n`).join(''),
  }),
  // Its places are compiled in, and the machine has none of them: its files are beside those of the machine.
  prepare: '',
  command: (packages) => {
    const place = (name: string) =>
      `mount -t overlay -o lowerdir=${packages}/dovecot/usr/${name}:/usr/${name} none /usr/${name}`;
    return `${place('bin')}
${place('lib')}
exec ${packages}/dovecot/usr/sbin/dovecot -F -c ${HOME}/dovecot.conf`;
  },
});
