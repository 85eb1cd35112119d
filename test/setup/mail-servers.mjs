// Mail servers of Debian, which lets nobody install them beside each other: install-programs.sh unpacks them.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { hasProgram } from '../../scripts/check/find-program.mjs';

export const mailServersFolder = process.env.MAIL_SERVERS ?? '/usr/local/lib/parley-mail-servers';

const PROGRAMS = ['postfix/usr/lib/postfix/sbin/master', 'exim/usr/sbin/exim4', 'opensmtpd/usr/sbin/smtpd'];

/** A server with mailboxes, and the client with which customers of the tests write. */
const MAILBOX_PROGRAMS = ['dovecot/usr/sbin/dovecot', 'swaks/usr/bin/swaks'];

/** Whether all of them are there, and a root who may make namespaces with their users and folders. */
const canStart = (programs) =>
  programs.every((path) => hasProgram(join(mailServersFolder, path))) &&
  spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status === 0;

export const hasMailServers = () => canStart(PROGRAMS);

export const hasImapServers = () => canStart([...PROGRAMS, ...MAILBOX_PROGRAMS]);

/** Sees which connections a process opens. */
export const hasStrace = () =>
  spawnSync('strace', ['--follow-forks', '--output=/dev/null', 'true']).status === 0;
