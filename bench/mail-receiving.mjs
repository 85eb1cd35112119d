// Measures how fast mails are read, how soon one that was taken over is a message, what a large file costs in memory, and what mails that
// are made to harm their reader cost themselves and those beside them.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { readMail } from '@parley/mail-reader';
import { eventually } from '@parley/testing';
import { classify } from '../apps/mail/dist/incoming/classify.rules.js';
import { showMail } from '../libs/mail-reader/dist/display/show-mail.js';
import { percentile } from '../test/setup/percentile.mjs';
import { freePorts } from '../test/setup/services-process.mjs';
import { startPlatform } from './platform.mjs';
import { ofProcesses } from './processes.mjs';

const CORPORA = join(import.meta.dirname, '../libs/mail-reader/test-data/corpora');
const ROUNDS = 3;
const BURST = 1_000;
const MAILBOXES = 10;
const CONNECTIONS = 8;
const STEADY = { count: 200, perSecond: 10 };
const FILE_BYTES = 25 * 1024 * 1024;
const MIB = 1024 * 1024;
/** `USER_HZ` of Linux. */
const TICKS_PER_SECOND = 100;

/** Runs all cases; prints and returns lines for each. */
export async function benchReceiving() {
  const lines = [...(await reading()), ...(await arriving())];
  for (const { work, value, unit, goal } of lines)
    console.log(`${work}: ${value} ${unit}${goal && ` (goal ${goal})`}`);
  return lines;
}

const line = (work, unit, value, goal = '') => ({ work, value, unit, goal });
const rounded = (value, digits = 0) => Number(value.toFixed(digits));

/** The mails of the corpora, read, classified and sanitised one after another in this process, by its CPU time. */
async function reading() {
  const mails = readdirSync(CORPORA).flatMap((corpus) =>
    readdirSync(join(CORPORA, corpus))
      .filter((file) => /\.(?:eml|raw)$/.test(file))
      .map((file) => readFileSync(join(CORPORA, corpus, file))),
  );
  await readAll(mails);
  const start = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1) await readAll(mails);
  const { user, system } = process.cpuUsage(start);
  const kib = mails.reduce((sum, { length }) => sum + length, 0) / mails.length / 1024;
  return [
    line('mails of the corpora', '', mails.length),
    line('their mean size', 'KiB', rounded(kib, 1)),
    line(
      'mails read, classified and sanitised in a second of one core',
      'mails/s',
      rounded((mails.length * ROUNDS * 1e6) / (user + system)),
      '>= 300',
    ),
  ];
}

const CONTEXT = {
  envelopeSender: null,
  isOwnId: false,
  fromOwner: null,
  isSentFolder: false,
  isTrustedForwarder: false,
  counts: { fromSender: 1, withEqualBody: 1 },
};

async function readAll(mails) {
  for (const source of mails) {
    try {
      const mail = await readMail(piecesOf(source), drained);
      classify(mail, CONTEXT);
      showMail(mail, []);
    } catch (error) {
      // A mail beyond the limits of a reader is one that was read.
      if (error.name !== 'UnreadableMailError') throw error;
    }
  }
}

async function* piecesOf(source) {
  for (let at = 0; at < source.length; at += 65_536) yield source.subarray(at, at + 65_536);
}

async function drained(_part, bytes) {
  for await (const _ of bytes);
}

/** All cases that need a platform. It takes mails by LMTP, so that no domain of a sender is looked up. */
async function arriving() {
  const [port] = await freePorts(1);
  const settings = { MAIL_LISTEN_PORT: port, MAIL_LISTEN_HOST: '127.0.0.1', MAIL_LISTEN_PROTOCOL: 'lmtp' };
  const platform = await startPlatform(
    Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)])),
  );
  const desk = new Desk(platform, port);
  try {
    await desk.addMailboxes(MAILBOXES);
    await desk.burst(desk.mailboxes, 200);
    await platform.database.query('analyze');
    const alone = await desk.steady(desk.mailboxes);
    return [
      ...delays('mails at 10/s', alone, '< 1000'),
      line('mails to messages, ten mailboxes', 'mails/s', await desk.burst(desk.mailboxes, BURST), '>= 50'),
      line('the same, one mailbox', 'mails/s', await desk.burst([desk.mailboxes[0]], BURST)),
      ...(await largeFile(desk)),
      ...(await hostile(desk)),
    ];
  } finally {
    desk.close();
    await platform.stop();
  }
}

const delays = (work, values, goal) => [
  line(`${work}: from 250 to message, p50`, 'ms', percentile(values, 0.5)),
  line(`${work}: the same, p95`, 'ms', percentile(values, 0.95), goal),
];

/** The most resident memory of the mail service while it takes and delivers a mail with a large file, over that before. */
async function largeFile(desk) {
  const [mailbox] = desk.mailboxes;
  const file = randomBytes(FILE_BYTES).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
  const mailWith = (content) => [
    ...[
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      'See the file.',
      '--b',
    ],
    ...['Content-Type: application/octet-stream; name=a.bin', 'Content-Disposition: attachment'],
    ...['Content-Transfer-Encoding: base64', '', content, '--b--', ''],
  ];
  // What loads and starts with the first mail that has a file is no cost of a large one.
  await desk.delivered([await desk.send(mailbox, mailWith('YQ=='))]);
  const before = processOf(desk).rss;
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, processOf(desk).rss)), 20);
  const cpu = processOf(desk).cpuMs;
  await desk.delivered([await desk.send(mailbox, mailWith(file))]).finally(() => clearInterval(timer));
  return [
    line('25 MiB file: memory of the mail service over rest', 'MiB', rounded((most - before) / MIB), '<= 64'),
    line('25 MiB file: its CPU time', 'ms', processOf(desk).cpuMs - cpu),
  ];
}

const withText = (type, content) => ['MIME-Version: 1.0', `Content-Type: ${type}`, '', content, ''];
const nested = (levels) => {
  let mail = ['Content-Type: text/plain', '', 'Within', ''];
  for (let level = 0; level < levels; level += 1)
    mail = [`Content-Type: multipart/mixed; boundary=b${level}`, '', `--b${level}`, ...mail, `--b${level}--`];
  return mail;
};

/** Mails that are made to exhaust their reader: structure, headers, and HTML. */
const HOSTILE = {
  '300 levels of parts': nested(300),
  '20,000 parts': withText('multipart/mixed; boundary=b', '--b\r\n\r\nx\r\n'.repeat(20_000)),
  '3 MB of headers': [...Array.from({ length: 30_000 }, (_, at) => `X-${at}: ${'x'.repeat(90)}`), '', 'x'],
  '35 MB of boundaries that are none': withText('multipart/mixed; boundary=b', '--bx\r\n'.repeat(5_500_000)),
  'a table of 1 MiB': withText('text/html', '<td style="color:red;width:1px">a</td>'.repeat(14_900)),
  '1 MiB of <': withText('text/html', '<'.repeat(MIB - 10)),
  '250 levels of tags': withText('text/html', `${'<div>'.repeat(249)}${'<b>a</b>'.repeat(9_000)}`),
  '1 MiB of quotations': withText('text/plain', '> > On x wrote:\r\n'.repeat(60_000)),
};

/** The CPU time of the mail service for each of them, and the delay of others at a steady rate meanwhile. */
async function hostile(desk) {
  const [target, ...others] = desk.mailboxes;
  const lines = [];
  for (const [name, mail] of Object.entries(HOSTILE)) {
    const before = processOf(desk).cpuMs;
    await desk.read([await desk.send(target, mail)]);
    lines.push(line(`${name}: CPU of the mail service`, 'ms', processOf(desk).cpuMs - before, '<= 1000'));
  }
  let isDone = false;
  const attack = async () => {
    while (!isDone)
      for (const mail of Object.values(HOSTILE)) await desk.read([await desk.send(target, mail)]);
  };
  const attacking = attack();
  const beside = await desk.steady(others);
  isDone = true;
  await attacking;
  return [...lines, ...delays('mails at 10/s beside hostile ones', beside, '< 1000')];
}

/** Resident bytes, and milliseconds of CPU time, of the mail service. */
function processOf({ platform: { env } }) {
  const [found] = ofProcesses((read) => {
    if (!read('cmdline').includes('apps/mail/dist/main.js')) return [];
    if (!read('environ').includes(`BUS_PREFIX=${env.BUS_PREFIX}\0`)) return [];
    const [, kib] = /VmRSS:\s+(\d+) kB/.exec(read('status')) ?? [];
    const stat = read('stat');
    // proc(5): utime and stime are the fields 14 and 15, the name in parentheses is the second.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return [{ rss: Number(kib) * 1024, cpuMs: (ticks * 1_000) / TICKS_PER_SECOND }];
  });
  if (found === undefined) throw new Error('the mail service does not run');
  return found;
}

/** Mailboxes of a workspace, and those who write to them. */
class Desk {
  mailboxes = [];

  constructor(platform, port) {
    this.platform = platform;
    this.transport = createTransport({
      ...{ host: '127.0.0.1', port, lmtp: true, ignoreTLS: true },
      ...{ pool: true, maxConnections: CONNECTIONS, maxMessages: Infinity },
    });
  }

  close() {
    this.transport.close();
  }

  async addMailboxes(count) {
    const { url, headers } = this.platform;
    for (let index = 0; index < count; index += 1) {
      const address = `${randomBytes(6).toString('hex')}@bench.example`;
      const transport = { type: 'smtp', host: '127.0.0.1', port: 1, security: 'none' };
      const response = await fetch(`${url}/v1/mailboxes`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Bench', address, transport }),
      });
      if (!response.ok) throw new Error(await response.text());
      this.mailboxes.push(address);
    }
  }

  /** Sends a mail of a sender of its own; resolves with the word in its subject, once it was answered 250. */
  async send(to, lines = ['', 'Where is my order? It has not arrived. '.repeat(20), '']) {
    const word = randomBytes(6).toString('hex');
    const from = `${word}@customer.example`;
    const head = [`From: ${from}`, `To: ${to}`, `Subject: ${word}`, `Message-ID: <${from}>`];
    const raw = [...head, `Date: ${new Date().toUTCString()}`, ...lines].join('\r\n');
    await this.transport.sendMail({ envelope: { from, to: [to] }, raw });
    return word;
  }

  /** Mails as fast as they are taken; answers how many a second were messages, from the first to the last one. */
  async burst(mailboxes, count) {
    const began = performance.now();
    let next = 0;
    const words = [];
    const work = async () => {
      while (next < count) {
        const index = next;
        next += 1;
        words.push(await this.send(mailboxes[index % mailboxes.length]));
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    await this.delivered(words);
    return rounded((count * 1_000) / (performance.now() - began), 1);
  }

  /** Milliseconds from the answer to a mail until it was a message, at a steady rate. */
  async steady(mailboxes) {
    const answered = new Map();
    const began = performance.now();
    const sending = [];
    for (let index = 0; index < STEADY.count; index += 1) {
      const wait = began + (index * 1_000) / STEADY.perSecond - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      const sent = this.send(mailboxes[index % mailboxes.length]);
      sending.push(sent.then((word) => answered.set(word, Date.now())));
    }
    await Promise.all(sending);
    const messages = await this.delivered([...answered.keys()]);
    // Reading begins before the answer has arrived.
    return messages.map(({ word, at }) => Math.max(0, at - answered.get(word)));
  }

  /** Waits until mails are messages; when each became one. */
  async delivered(words) {
    await this.read(words);
    const { rows } = await this.platform.database.query(
      `select i.subject as word, m.created_at as at from mail.incoming_mail i
         join conversation.message m on m.id = i.message_id where i.subject = any($1)`,
      [words],
    );
    if (rows.length < words.length) throw new Error(`${words.length - rows.length} mails are no messages`);
    return rows.map(({ word, at }) => ({ word, at: at.getTime() }));
  }

  /** Waits until something has become of mails; of those that cannot be read, no subject is known. */
  read(words) {
    return eventually(async () => {
      const { rows } = await this.platform.database.query(
        `select count(*)::int as waiting from mail.incoming_mail where status = 'stored'`,
      );
      if (rows[0].waiting === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
      throw new Error(`${rows[0].waiting} of ${words.length} mails wait`);
    }, 600_000);
  }
}
