// `npm run generate` writes what the guides derive from the contracts and from `examples`, between the comments
// `<!-- generated: name -->` and `<!-- end -->` of docs/guides/*.md. With `-- --check` it only compares, for `npm run check`.
import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  errors,
  PLANS,
  ROLES,
  SCOPE_DESCRIPTIONS,
  SCOPES,
  scopesOfRole,
  webhookEvents,
} from '@parley/contracts';
import { openApiDocument } from '@parley/openapi';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'docs/guides');
const WIDTH = 100;
const ACTOR = {
  type: 'user',
  id: 'user_01h2xcejqtf2nbrexx3vqjhp41',
  credential: { id: 'session_01h2xcejqtf2nbrexx3vqjhp41', type: 'session', app_id: null },
};
/** Old values, by the verb of the event or by its resource: the API document has those of all fields. */
const PREVIOUS = {
  contact: { company: 'Example Inc.' },
  conversation: { status: 'pending' },
  message: { body: 'The carrier has lost it.', edited_at: null, edited_by: null },
  tag: { name: 'invoices' },
  ticket: { priority: 'low' },
  assigned: { assignee: null },
  status_changed: { status: 'pending' },
  delivery_updated: {
    delivery: { status: 'queued', updated_at: '2026-11-21T06:30:00.000Z', error: null, recipients: [] },
  },
};

const GENERATED = {
  scopes,
  errors: errorTable,
  plans,
  events,
  connector_node: () => program('js', 'examples/connector-node/connector.mjs'),
  provider_node: () => program('js', 'examples/connector-node/provider.mjs'),
  subscriber_node: () => program('js', 'examples/bus-subscriber-node/subscriber.mjs'),
  subscriber_python: () => program('python', 'examples/bus-subscriber-python/subscriber.py'),
};

function program(language, file) {
  return `\`\`\`${language}\n${readFileSync(join(root, file), 'utf8').trimEnd()}\n\`\`\``;
}

function scopes() {
  const rolesOf = (scope) => ROLES.filter((role) => scopesOfRole(role).includes(scope)).join(', ');
  return table(
    ['scope', 'allows to', 'roles'],
    SCOPES.map((scope) => [`\`${scope}\``, lowered(SCOPE_DESCRIPTIONS[scope]), rolesOf(scope)]),
  );
}

function errorTable() {
  return table(
    ['code', 'status', 'message'],
    Object.entries(errors).map(([code, { status, message }]) => [
      `[\`${code}\`](#${code})`,
      status,
      message.replaceAll('<', '&lt;'),
    ]),
  );
}

function plans() {
  return table(
    ['plan', 'requests a minute'],
    Object.entries(PLANS).map(([plan, limit]) => [
      `\`${plan}\``,
      plan === 'unlimited' ? 'no limit; headers count from 1,000,000' : limit.toLocaleString('en'),
    ]),
  );
}

function events() {
  const { webhooks } = openApiDocument();
  return webhookEvents
    .map(({ type, summary }) => {
      const { example } = webhooks[type].post.requestBody.content['application/json'];
      const body = { ...example, actor: ACTOR };
      const [resource, verb] = type.split('.');
      if ('previous' in body) body.previous = PREVIOUS[verb] ?? PREVIOUS[resource];
      return `### ${type}\n\n${summary}.\n\n\`\`\`json\n${pretty(body)}\n\`\`\``;
    })
    .join('\n\n');
}

/** The text of a guide with its generated parts as they should be. */
function refreshed(text) {
  return text.replaceAll(/(<!-- generated: (\w+) -->\n)[^]*?(<!-- end -->)/g, (_, begin, name, end) => {
    if (!Object.hasOwn(GENERATED, name)) throw new Error(`nothing is generated as ${name}`);
    return `${begin}\n${GENERATED[name]()}\n\n${end}`;
  });
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

const lowered = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/** JSON on one line where it fits. */
function pretty(value, indent = '') {
  const flat = JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ');
  if (indent.length + flat.length <= WIDTH || typeof value !== 'object') return flat;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const members = Object.entries(value).map(
    ([name, one]) =>
      `${inner}${Array.isArray(value) ? '' : `${JSON.stringify(name)}: `}${pretty(one, inner)}`,
  );
  return `${open}\n${members.join(',\n')}\n${indent}${close}`;
}

const isCheck = process.argv.includes('--check');
for (const name of await readdir(folder)) {
  const path = join(folder, name);
  const text = await readFile(path, 'utf8');
  const wanted = refreshed(text);
  if (wanted === text) continue;
  if (!isCheck) await writeFile(path, wanted);
  else {
    console.error(`docs/guides/${name} is stale: npm run generate`);
    process.exitCode = 1;
  }
}
