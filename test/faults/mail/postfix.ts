import { ACCOUNT, GREYLIST, HOME, PEOPLE, type MailServerProgram } from './mail-server-process.ts';

const USER = 60_012;
const FOLDERS = 'active bounce corrupt defer deferred flush hold incoming private saved trace';
const SERVICES = `
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
policy unix - n n - 0 spawn user=nobody argv=/bin/sh ${HOME}/policy.sh
accounts unix - n n - 0 spawn user=nobody argv=/bin/sh ${HOME}/accounts.sh
`;

/** A delegated policy: one answer for each block of attributes (postfix.org/SMTPD_POLICY_README.html). */
const POLICY = `while read -r line; do
  [ -z "$line" ] || continue
  if [ -e ${GREYLIST} ]; then printf 'action=defer_if_permit 4.7.1 Greylisted\\n\\n'; else printf 'action=dunno\\n\\n'; fi
done
`;

/** The protocol by which Postfix asks Dovecot about sign-ins (doc.dovecot.org, "Authentication Protocol"). */
function accounts(): string {
  const { username, password } = ACCOUNT;
  const response = Buffer.from(`\0${username}\0${password}`).toString('base64');
  return `printf 'VERSION\\t1\\t1\\nMECH\\tPLAIN\\tplaintext\\nSPID\\t1\\nCUID\\t1\\nCOOKIE\\t0123456789abcdef0123456789abcdef\\nDONE\\n'
while IFS='	' read -r kind id rest; do
  [ "$kind" = AUTH ] || continue
  case "$rest" in
    *resp=${response}) printf 'OK\\t%s\\tuser=${username}\\n' "$id" ;;
    *) printf 'FAIL\\t%s\\tuser=${username}\\n' "$id" ;;
  esac
done
`;
}

const settings = (packages: string): string => `compatibility_level = 3.6
queue_directory = ${HOME}/spool
data_directory = ${HOME}/data
daemon_directory = ${packages}/postfix/usr/lib/postfix/sbin
command_directory = ${packages}/postfix/usr/sbin
shlib_directory = no
import_environment = MAIL_CONFIG LD_LIBRARY_PATH
maillog_file = ${HOME}/log
maillog_file_prefixes = ${HOME}
mail_owner = postfix
setgid_group = postdrop
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = postfix.test
mydestination =
alias_maps =
recipient_delimiter = +
smtpd_tls_cert_file = ${HOME}/server.pem
smtpd_tls_key_file = ${HOME}/server.key
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
`;

const ownMailboxes = `virtual_mailbox_domains = postfix.test
virtual_mailbox_base = ${HOME}/mail
virtual_mailbox_maps = inline:{ ${PEOPLE.map((one) => `{${one}@postfix.test = ${one}/}`).join(' ')} }
virtual_uid_maps = static:${USER}
virtual_gid_maps = static:${USER}
virtual_minimum_uid = 1
smtpd_tls_security_level = encrypt
smtpd_sasl_path = private/accounts
smtpd_relay_restrictions = permit_sasl_authenticated reject
smtpd_recipient_restrictions = reject_unlisted_recipient check_policy_service unix:private/policy
`;

interface BeforeDovecot {
  readonly lmtpPort: number;
  /** Where Dovecot answers whether a sign-in is right. */
  readonly authPort: number;
  readonly domains: readonly string[];
}

const dovecotMailboxes = ({ lmtpPort, authPort, domains }: BeforeDovecot): string =>
  `virtual_mailbox_domains = ${domains.join(' ')}
virtual_mailbox_maps = static:all
virtual_transport = lmtp:inet:127.0.0.1:${lmtpPort}
smtpd_tls_security_level = may
smtpd_sasl_path = inet:127.0.0.1:${authPort}
smtpd_relay_restrictions = permit_sasl_authenticated reject_unauth_destination
smtpd_recipient_restrictions =
`;

const running = {
  userId: USER,
  isSecured: true,
  prepare: `install -d -o ${USER} -m 700 ${HOME}/data
for one in ${FOLDERS}; do install -d -o ${USER} -m 700 ${HOME}/spool/$one; done
install -d -o ${USER} -g postdrop -m 710 ${HOME}/spool/public
install -d -m 755 ${HOME}/spool/pid`,
  command: (packages: string) =>
    `env LD_LIBRARY_PATH=${packages}/postfix/usr/lib/postfix MAIL_CONFIG=${HOME} ${packages}/postfix/usr/lib/postfix/sbin/master -c ${HOME} -d`,
} as const;

/** With STARTTLS and a sign-in by password, as a submission server has it. */
export const postfix: MailServerProgram = {
  name: 'postfix',
  ...running,
  files: (port, packages) => ({
    'main.cf': settings(packages) + ownMailboxes,
    'master.cf': `${port} inet n - n - - smtpd${SERVICES}`,
    'policy.sh': POLICY,
    'accounts.sh': accounts(),
  }),
};

/** The server of some domains, for everybody's mails to them and for the mails of their people, whose mailboxes are in Dovecot. */
export const postfixBefore = (mailboxes: BeforeDovecot): MailServerProgram => ({
  name: 'postfix-before-dovecot',
  ...running,
  files: (port, packages) => ({
    'main.cf': settings(packages) + dovecotMailboxes(mailboxes),
    'master.cf': `${port} inet n - n - - smtpd${SERVICES}lmtp unix - - n - - lmtp\n`,
    'policy.sh': POLICY,
    'accounts.sh': accounts(),
  }),
});
