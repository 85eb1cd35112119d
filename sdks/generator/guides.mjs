// The samples of the guides, which show curl alone: what a block of commands does, in the languages of the client libraries, by the text
// of the block. The site shows them as tabs. test/e2e/guides runs every one of them.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callText, LANGUAGES, nameOf, RecordId, shownText } from './sample-text.mjs';

/** @import { Method } from './model.mjs' */

const FOLDER = join(import.meta.dirname, '../../docs/guides');
/** Where the guides call the API. */
const API = 'http://localhost:3000';

/** A block that has curl and no samples: its guide, some of its text, and why. */
const LEFT_OUT = [
  ['contact-form', 'FORM=', 'takes the URL of the form, which is no record'],
  ['contact-form', '--data-urlencode', 'no operation of the API: what a browser sends'],
  ['events', 'until curl', 'waits for what the block below it reads'],
  [
    'idempotency',
    'for attempt in',
    'the headers of two responses; the client libraries repeat by themselves',
  ],
  ['idempotency', 'node create-ticket.mjs', 'runs the program of the guide, and counts what it wrote'],
  ['idempotency', 'for status in', 'the statuses of two requests; the samples below it have ifMatch'],
  ['mailboxes', 'until curl', 'waits for what a mail becomes'],
  ['mcp', '/mcp', 'no operation of the API: the protocol of assistants'],
  ['pagination', 'node sync.mjs', 'runs the program of the guide'],
  ['production', 'for made in', 'the statuses of two keys'],
  ['reports', 'text/csv', 'CSV, which the client libraries do not ask for'],
  ['rate-limits', 'x-ratelimit', 'headers, which the samples below it have as a value'],
];

/** A block of commands, and the JSON that it prints. */
const BLOCK = /^```sh\n([^]*?)\n```\n(?:\s*^```json\n([^]*?)^```$)?/gm;
/** What takes a field from an answer. */
const FIELD = String.raw`\| node -p "JSON\.parse\(require\('fs'\)\.readFileSync\(0\)\)\.(\S+)"`;

/** @returns {Promise<Record<string, string>>} the texts of the guides by name */
export async function readGuides() {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.md')).sort();
  const texts = names.map(async (name) => [
    name.replace('.md', ''),
    await readFile(join(FOLDER, name), 'utf8'),
  ]);
  return Object.fromEntries(await Promise.all(texts));
}

/**
 * The samples of each block by language. Throws if a block has neither samples nor a reason, or both.
 * @param {Method[]} methods @param {Record<string, string>} guides
 */
export function guideSamples(methods, guides, leftOut = LEFT_OUT) {
  const samples = {};
  const used = new Set();
  for (const [guide, markdown] of Object.entries(guides))
    for (const [, block, output = '{}'] of markdown.matchAll(BLOCK)) {
      if (!block.includes('curl ')) continue;
      const reason = leftOut.find(([name, part]) => name === guide && block.includes(part));
      used.add(reason);
      const { own, obstacle = 'left out, but has samples' } = samplesOf(methods, block, output);
      if ((own === undefined) !== (reason !== undefined))
        throw new Error(`docs/guides/${guide}.md: ${obstacle}:\n${block}`);
      if (own !== undefined) samples[block] = own;
    }
  const unused = leftOut.filter((one) => !used.has(one));
  if (unused.length > 0) throw new Error(`no block is left out as ${unused.join('; ')}`);
  return samples;
}

/** A block's `own` samples, or the `obstacle` to them. */
function samplesOf(methods, block, output) {
  try {
    const steps = stepsOf(methods, block);
    const isRefused = JSON.parse(output).error !== undefined;
    const texts = Object.entries(LANGUAGES).map(([name, language]) => [
      name,
      blockText(steps, isRefused, language),
    ]);
    return { own: Object.fromEntries(texts) };
  } catch (error) {
    if (error instanceof NotExpressible) return { obstacle: error.message };
    throw error;
  }
}

/** No call of a client library does what a command does. */
class NotExpressible extends Error {}

/** What a block does: calls, and variables that it gets from elsewhere. */
function stepsOf(methods, block) {
  // A line ends a command, except within quotes.
  const commands = block.replaceAll(/\\\n\s*/g, '').matchAll(/(?:'[^']*'|"[^"]*"|[^\n'"])+/g);
  return [...commands].map(([command]) => {
    const [, name, value = ''] = /^(?:export )?([A-Z]+)(?:=(.*))?$/s.exec(command) ?? [];
    const taken = /^\$\((curl .*)\)$/s.exec(value)?.[1];
    if (name !== undefined && taken === undefined) return { given: name.toLowerCase() };
    const [, words, field] = new RegExp(`^curl (.*?)(?:${FIELD})?$`, 's').exec(taken ?? command) ?? [];
    if (words === undefined) throw new NotExpressible(`no call: ${command}`);
    return { ...callOf(methods, requestOf(words)), variable: name?.toLowerCase(), field };
  });
}

/** The request that the words of a command line make. */
function requestOf(line) {
  const words = [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => unquoted(word));
  const request = { headers: {}, isShown: true };
  const options = {
    '-s': () => undefined,
    '-X': (verb) => (request.verb = verb),
    '-d': (body) => (request.body = JSON.parse(body, idOfVariable)),
    '-H': (header) => Object.assign(request.headers, Object.fromEntries([header.split(': ')])),
    '-o': (file) => (request.isShown = file !== '/dev/null'),
  };
  while (words.length > 0) {
    const word = words.shift();
    if (word.startsWith(`${API}/v1/`)) request.url = new URL(word);
    else if (options[word] === undefined) throw new NotExpressible(`no option of a call: ${word}`);
    else options[word](options[word].length > 0 ? words.shift() : undefined);
  }
  if (request.url === undefined) throw new NotExpressible(`no operation: ${line}`);
  return request;
}

const unquoted = (word) =>
  [...word.matchAll(/'([^']*)'|"([^"]*)"|([^'"]+)/g)].map(([, ...forms]) => forms.join('')).join('');

/** A variable of the shell in a body, or in a list of a query, is the id of a record: `'{"mailbox_id": "'$MAILBOX'"}'`. */
const idOfVariable = (_name, value) => {
  const [, variable] = /^\$([A-Z]+)$/.exec(typeof value === 'string' ? value : '') ?? [];
  return variable === undefined ? value : new RecordId(variable.toLowerCase());
};

const KNOWN_HEADERS = ['Authorization', 'Content-Type', 'Idempotency-Key'];

/** The method that sends a request, and its arguments. */
function callOf(methods, { verb, url, headers, body, isShown }) {
  const unknown = Object.keys(headers).find((name) => !KNOWN_HEADERS.includes(name));
  if (unknown !== undefined) throw new NotExpressible(`no argument of a call: ${unknown}`);
  const found = methods
    .filter((method) => method.verb === (verb ?? (body === undefined ? 'GET' : 'POST')))
    .map((method) => ({ method, ids: idsIn(url.pathname, method.path) }))
    .filter(({ ids }) => ids !== undefined)
    .sort((a, b) => a.ids.length - b.ids.length)[0];
  if (found === undefined) throw new NotExpressible(`no operation: ${url.pathname}`);
  const [, client] = /^Bearer \$([A-Z]+)$/.exec(headers.Authorization) ?? [];
  return {
    method: found.method,
    client: client === 'KEY' ? 'parley' : client.toLowerCase(),
    ids: found.ids.map((id) => (id.startsWith('$') ? { record: id.slice(1).toLowerCase() } : id)),
    fields: [...queryOf(found.method, url), ...Object.entries(body ?? {})],
    key: headers['Idempotency-Key'],
    isShown,
  };
}

/** What a path has in the place of the parameters of another one, if it is at it. */
const idsIn = (path, template) =>
  new RegExp(`^${template.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(path)?.slice(1);

function queryOf(method, { searchParams }) {
  return [...searchParams].map(([name, value]) => {
    const { kind } = method.query.find((field) => field.name === name).type;
    if (kind === 'list') return [name, value.split(',').map((one) => idOfVariable(name, one))];
    return [name, kind === 'integer' ? Number(value) : value];
  });
}

function blockText(steps, isRefused, language) {
  const clients = new Set(steps.map(({ client }) => client));
  const texts = steps.map((step, index) => {
    if (step.given !== undefined) return clients.has(step.given) ? language.client(step.given) : '';
    return stepText(step, isRefused && index === steps.length - 1, language);
  });
  const imports = isRefused ? language.errorImport : undefined;
  return [imports, ...texts].filter(Boolean).join('\n');
}

function stepText(step, isRefused, language) {
  const { method, variable, field, isShown, ids, fields } = step;
  const call = callText(step, language);
  if (isRefused) return language.refused(call.replaceAll('\n', `\n${language.indent}`));
  if (variable !== undefined && field === 'data.id') return language.keep(variable, call);
  if (variable !== undefined && field === 'data[0].id') return language.keepFirst(variable, call);
  if (variable !== undefined) throw new NotExpressible(`no record: ${field}`);
  if (field !== undefined) return language.print(field, call);
  if (!isShown) return language.none(call);
  // A list iterates over all pages; who asks for so many records wants one.
  if (method.result.kind === 'page' && fields.some(([name]) => name === 'per_page'))
    return language.loopPage(nameOf(method), call);
  // A record that the call has as its argument keeps its name.
  const name = nameOf(method);
  const isTaken = ids.some(({ record }) => record === name);
  return shownText(method, call, language, isTaken ? (method.verb === 'GET' ? 'current' : 'updated') : name);
}
