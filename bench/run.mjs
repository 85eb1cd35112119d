// `npm run bench`: runs all parts, and prints results as tables and as JSON in bench/results/latest.json.
//   npm run bench -- requests      runs a part, or webhooks, files, mail, receiving, push, sync, lists, backlog, traces, footprint, profile
//   --against bench/results/F.json compares its `requests` with a kept result, and fails if one takes more CPU time
// Needs PostgreSQL, RabbitMQ and Redis, as `npm run services` does.
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare } from '../scripts/dev/prepare.mjs';
import { compareWithKept, isWorse } from './against.mjs';

await prepare();
const { encodeId } = await import('@parley/contracts');
const { benchRequests, createTicket, getTicket } = await import('./requests.mjs');
const { benchLists } = await import('./lists.mjs');
const { benchWebhooks } = await import('./webhooks.mjs');
const { benchBacklog } = await import('./backlog.mjs');
const { benchFiles } = await import('./files.mjs');
const { benchMail } = await import('./mail.mjs');
const { benchReceiving } = await import('./mail-receiving.mjs');
const { benchPush } = await import('./push.mjs');
const { benchSync } = await import('./sync.mjs');
const { benchTraces } = await import('./traces.mjs');
const { benchFootprint } = await import('./footprint.mjs');
const { profile } = await import('./profile.mjs');
const { Receivers, subscribe } = await import('./receivers.mjs');
const { seedTickets } = await import('./platform.mjs');

const PARTS = {
  async requests() {
    const lines = await benchRequests();
    printComparison(lines);
    return lines;
  },
  async webhooks() {
    const figures = await benchWebhooks();
    console.table(figures);
    return figures;
  },
  async backlog() {
    const figures = await benchBacklog();
    console.table(figures);
    return figures;
  },
  async files() {
    const found = await benchFiles();
    console.table(found.lines);
    console.table(found.memory);
    return found;
  },
  async mail() {
    const figures = [...(await benchMail()), ...(await benchReceiving())];
    console.table(figures);
    return figures;
  },
  async receiving() {
    const figures = await benchReceiving();
    console.table(figures);
    return figures;
  },
  async push() {
    const figures = await benchPush();
    console.table([figures]);
    return figures;
  },
  async sync() {
    const figures = await benchSync();
    console.table(figures);
    return figures;
  },
  async traces() {
    const found = await benchTraces();
    printComparison(found.lines);
    return found;
  },
  async lists() {
    const found = await benchLists();
    console.table(found.lines);
    console.table(found.under_load);
    return found;
  },
  async footprint() {
    const found = await benchFootprint();
    for (const table of Object.values(found)) console.table(table);
    return found;
  },
  async profile() {
    const receivers = await Receivers.start({ answering: 1 });
    const get = async (platform) => {
      const uuids = await seedTickets(platform, 10_000);
      const ids = uuids.map((uuid) => encodeId('ticket', uuid));
      return getTicket(platform, ids);
    };
    const post = async (platform) => {
      await subscribe(platform, receivers.answering);
      return createTicket(platform);
    };
    try {
      return {
        get: await printProfile('GET one ticket', get),
        post: await printProfile('POST a ticket, with one delivery', post),
      };
    } finally {
      receivers.stop();
    }
  },
};

function printComparison(lines) {
  console.table(lines.map(({ cpu_ms_by_process: _, warnings: _warnings, ...line }) => line));
  for (const { work, cpu_ms_by_process: cpu } of lines) {
    const parts = Object.entries(cpu).map(([name, ms]) => `${name} ${ms}`);
    console.log(`${work}, CPU ms by process: ${parts.join(', ')}`);
  }
  for (const { work, warnings } of lines)
    for (const warning of warnings) console.log(`WARNING, ${work}: ${warning}; the figures are doubtful`);
}

async function printProfile(work, prepareTarget) {
  const found = await profile(prepareTarget);
  const { per_second: rate } = found.measured;
  console.log(`${work}, profiled: ${rate} per second`);
  for (const { app, percent, parts } of found.processes) {
    console.log(`${app}: ${percent} % of a core, ${((percent * 10) / rate).toFixed(2)} ms for each`);
    for (const { part, percent: share } of parts) console.log(`  ${String(share).padStart(5)} %  ${part}`);
  }
  return found;
}

const { values, positionals: asked } = parseArgs({
  options: { against: { type: 'string' } },
  allowPositionals: true,
});
const unknown = asked.find((part) => !(part in PARTS));
if (unknown !== undefined) {
  console.error(`There is no benchmark ${unknown}; there are ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}
const kept = values.against && JSON.parse(await readFile(values.against, 'utf8'));
if (kept && !asked.includes('requests')) {
  console.error('--against: compares the part `requests`');
  process.exit(2);
}
const results = {
  at: new Date().toISOString(),
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname })
    .toString()
    .trim(),
  node: process.version,
  cores: cpus().length,
};
// Only on request, because they take long, or are part of another one.
const usual = Object.keys(PARTS).filter(
  (part) => !['receiving', 'lists', 'backlog', 'sync', 'traces', 'footprint'].includes(part),
);
for (const part of asked.length > 0 ? asked : usual) results[part] = await PARTS[part]();
const folder = join(import.meta.dirname, 'results');
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'latest.json'), `${JSON.stringify(results, null, 2)}\n`);
console.log('written to bench/results/latest.json');
if (kept) {
  const lines = compareWithKept(kept, results);
  console.table(lines);
  for (const { work } of lines.filter(isWorse))
    console.error(`${work}: takes more CPU time than in ${values.against}`);
  if (lines.some(isWorse)) process.exitCode = 1;
}
