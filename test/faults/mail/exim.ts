import { ACCOUNT, GREYLIST, HOME, PEOPLE, type MailServerProgram } from './mail-server-process.ts';

const USER = 60_011;

/** With STARTTLS and a sign-in by password. It refuses unknown recipients in its own words, without an enhanced status code. */
export const exim: MailServerProgram = {
  name: 'exim',
  userId: USER,
  isSecured: true,
  files: (port, packages) => ({
    'exim.conf': `exim_path = ${packages}/exim/usr/sbin/exim4
spool_directory = ${HOME}/spool
log_file_path = ${HOME}/log/%slog
pid_file_path = ${HOME}/pid
primary_hostname = exim.test
keep_environment =
deliver_drop_privilege
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
host_lookup =
rfc1413_query_timeout = 0s
tls_advertise_hosts = *
tls_certificate = ${HOME}/server.pem
tls_privatekey = ${HOME}/server.key
auth_advertise_hosts = *
acl_smtp_rcpt = recipients
acl_smtp_data = accept
begin acl
recipients:
  deny !authenticated = * 
    message = 5.7.0 Sign in first
  require verify = recipient
  defer condition = \${if exists{${GREYLIST}}}
    message = 4.7.1 Greylisted
  accept
begin routers
people:
  driver = accept
  domains = exim.test
  local_parts = ${PEOPLE.join(' : ')}
  transport = maildir
begin transports
maildir:
  driver = appendfile
  directory = ${HOME}/mail/$local_part_data
  maildir_format
begin retry
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{${ACCOUNT.username}}}{eq{$auth3}{${ACCOUNT.password}}}}}
  server_set_id = $auth2
  server_advertise_condition = \${if def:tls_in_cipher}
`.replaceAll(/ +$/gm, ''),
  }),
  prepare: `install -d -o ${USER} -g ${USER} ${HOME}/spool ${HOME}/log
chown ${USER} ${HOME}/server.key`,
  command: (packages) =>
    `env LD_LIBRARY_PATH=${packages}/libraries ${packages}/exim/usr/sbin/exim4 -bdf -q1h -C ${HOME}/exim.conf`,
};
