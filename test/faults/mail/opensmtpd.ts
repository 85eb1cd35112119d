import { GREYLIST, HOME, PEOPLE, type MailServerProgram } from './mail-server-process.ts';

const USER = 60_013;
/** A filter for RCPT (man 7 smtpd-filters). */
const FILTER = `while IFS='|' read -r kind second third fourth fifth session token rest; do
  case "$kind $second" in
    'config ready') printf 'register|filter|smtp-in|rcpt-to\\nregister|ready\\n' ;;
    filter*)
      if [ -e ${GREYLIST} ]; then answer='reject|451 4.7.1 Greylisted'; else answer=proceed; fi
      printf 'filter-result|%s|%s|%s\\n' "$session" "$token" "$answer" ;;
  esac
done
`;

/**
 * Without encryption, because version 6.8 of Debian 12 ends every TLS session with an error of OpenSSL 3. It offers no PIPELINING, and
 * refuses unknown recipients without an enhanced status code.
 */
export const opensmtpd: MailServerProgram = {
  name: 'opensmtpd',
  userId: USER,
  isSecured: false,
  files: (port) => ({
    'smtpd.conf': `table people { ${PEOPLE.map((one) => `${one} = "${USER}:${USER}:${HOME}/mail"`).join(', ')} }
filter greylist proc-exec "/bin/sh ${HOME}/filter.sh"
listen on 127.0.0.1 port ${port} filter greylist hostname opensmtpd.test
action deliver maildir "${HOME}/mail/%{user.username}" userbase <people>
match from any for domain "opensmtpd.test" action deliver
`,
    'filter.sh': FILTER,
  }),
  // Its places are compiled in.
  prepare: `for one in /var/spool /run /var/lib /usr/libexec; do mount -t tmpfs -o mode=755 none $one; done
install -d -m 711 ${HOME}/spool /var/spool/smtpd
mount --bind ${HOME}/spool /var/spool/smtpd
install -d -m 755 /var/lib/opensmtpd/empty`,
  command: (packages) =>
    `sh -c 'cp -r ${packages}/opensmtpd/usr/libexec/opensmtpd /usr/libexec/ && exec ${packages}/opensmtpd/usr/sbin/smtpd -d -f ${HOME}/smtpd.conf'`,
};
