// What tests need and may not be there. Each of these that is missing counts as one skipped test; with CI=true some must be there.
import { connect } from 'node:net';
import {
  hasDockerEngine,
  hasHelm,
  hasKubectl,
  hasPostgresPrograms,
  hasPrometheus,
  hasPromtool,
} from '../../scripts/check/find-program.mjs';
import { isThere, LANGUAGES } from '../sdks/languages.mjs';
import { findChromium } from './chromium.mjs';
import { hasImapServers, hasMailServers, hasStrace } from './mail-servers.mjs';
import { findPythonWithPika } from './python.mjs';

/** By their URLs, or at their usual ports on this machine. */
const SERVERS = [
  ['PostgreSQL', process.env.DATABASE_URL ?? 'postgres://127.0.0.1', 5432],
  ['RabbitMQ', process.env.AMQP_URL ?? 'amqp://127.0.0.1', 5672],
  ['Redis', process.env.REDIS_URL ?? 'redis://127.0.0.1', 6379],
];

async function isReachable(url, usualPort) {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || usualPort), timeout: 5_000 });
    const end = (reachable) => {
      socket.destroy();
      resolve(reachable);
    };
    // A RabbitMQ without free file descriptors accepts connections and says nothing.
    if (protocol === 'amqp:') {
      socket.write('AMQP\0\0\t\x01');
      socket.once('data', () => end(true));
    } else socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

async function unreachableServers() {
  const found = await Promise.all(SERVERS.map(([, url, port]) => isReachable(url, port)));
  return SERVERS.filter((_, index) => !found[index]).map(([name]) => name);
}

/**
 * What a run leaves out: `{ name, reason, isFault }` each.
 * @param isFull whether it is `npm run test:full`, which needs the servers with CI=true.
 */
export async function findMissing(isFull) {
  const servers = await unreachableServers();
  const needs = [
    ['services', servers.length === 0, `${servers.join(' and ')} cannot be reached`, isFull],
    ['browser', findChromium(), 'no Chromium was found (apt-get install chromium, or set CHROMIUM)', true],
  ];
  if (isFull)
    needs.push(
      ['pika', findPythonWithPika(), 'no Python has pika (apt-get install python3-pika)'],
      ...Object.entries(LANGUAGES).map(([name, language]) => [
        name,
        isThere(language),
        `the client library for ${name} cannot be tested (apt-get install ${language.packages})`,
        true,
      ]),
      ['kubernetes', hasKubectl(), 'there is no kubectl'],
      ['helm', hasHelm() && hasKubectl(), 'there is no helm, or no kubectl'],
      ['backup', hasPostgresPrograms(), 'there is no pg_dump (apt-get install postgresql)'],
      ['mail-servers', hasMailServers(), 'there are no mail servers, or no namespaces for them', true],
      ['imap-servers', hasImapServers(), 'there is no Dovecot or no swaks, or no namespaces for them', true],
      ['strace', hasStrace(), 'no process can be traced (apt-get install strace)', true],
      ['rules', hasPromtool(), 'there is no promtool (apt-get install prometheus)'],
      ['alerts', hasPrometheus(), 'there is no prometheus (apt-get install prometheus)'],
      ['compose-up', hasDockerEngine(), 'there is no Docker engine with compose'],
    );
  return needs
    .filter(([, found]) => !found)
    .map(([name, , reason, isRequired]) => ({
      name,
      reason,
      isFault: isRequired === true && process.env.CI === 'true',
    }));
}
