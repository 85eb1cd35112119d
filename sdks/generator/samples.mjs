// The samples of the API reference: each operation in the four languages and with curl, by operationId. They use the clients that the
// READMEs of the libraries make, `parley`. test/sdks/samples.full.spec.ts runs every one of them.
import { camel, snake } from './model.mjs';

/** @import { Method, Model, Resource } from './model.mjs' */

export const folders = [];

const WIDTH = 80;
/** What a file of a sample is called. */
const FILE = 'invoice.pdf';

/** @param {Model} model */
export async function generate(model) {
  const samples = Object.fromEntries(
    methodsBelow(model.root).map((method) => [method.id, samplesOf(method)]),
  );
  return { '../../docs/samples.json': `${JSON.stringify(samples, null, 1)}\n` };
}

/** @param {Resource} resource @returns {Method[]} */
const methodsBelow = ({ methods, children }) => [...methods, ...children.flatMap(methodsBelow)];

/** @param {Method} method */
function samplesOf(method) {
  const call = {
    method,
    ids: method.pathParams.map((name) => method.pathExamples[name]),
    fields: fieldsOf(method),
  };
  return [
    { lang: 'shell', label: 'curl', source: curlText(call) },
    { lang: 'js', label: 'Node.js', source: libraryText(call, NODE) },
    { lang: 'python', label: 'Python', source: libraryText(call, PYTHON) },
    { lang: 'ruby', label: 'Ruby', source: libraryText(call, RUBY) },
    { lang: 'php', label: 'PHP', source: libraryText(call, PHP) },
  ];
}

/** Without what says nothing: null, empty lists and maps. */
function pruned(value) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(pruned);
  const entries = Object.entries(value).map(([name, one]) => [name, pruned(one)]);
  return Object.fromEntries(entries.filter(([, one]) => !isEmpty(one)));
}

const isEmpty = (value) => value === null || (typeof value === 'object' && Object.keys(value).length === 0);

/** What a caller would give: of a body all that says something, of a query the first filter of a few words. */
function fieldsOf({ query, body, example, result, verb }) {
  if (body !== undefined) {
    const given = Object.entries(pruned(example ?? {}));
    const files = body.fields
      .filter(({ type }) => type.kind === 'file')
      .map(({ name }) => [name, { file: FILE }]);
    const form = example === undefined ? body.fields.filter(({ type }) => type.kind === 'string') : [];
    return [...files, ...given, ...form.map(({ name, example: value }) => [name, value])];
  }
  if (verb !== 'GET') return [];
  const required = query.filter((field) => field.required);
  const filter =
    result.kind === 'page'
      ? query.find(({ type }) => type.of?.kind === 'enum' && type.of.name !== undefined)
      : undefined;
  return [...required, ...(filter === undefined || filter.name === 'include' ? [] : [filter])].map(
    ({ name, example: value }) => [name, value],
  );
}

/** The names of what a call returns. */
function nameOf({ resource, name, result }) {
  if (result.kind === 'result' && name !== 'upsert') return 'results';
  if (name === 'test') return 'result';
  if (name === 'recover') return 'recovery';
  const noun = { history: 'entry' }[resource.at(-1)] ?? resource.at(-1);
  return noun === undefined ? name : snake(singular(noun));
}

const singular = (noun) =>
  noun
    .replace(/ies$/, 'y')
    .replace(/(x)es$/, '$1')
    .replace(/s$/, '');

// Libraries

/** A language: how it writes values, arguments and statements. */
const NODE = {
  indent: '  ',
  chain: (resource, name) => ['parley', ...resource, name].join('.'),
  call: (callee, ids, fields) => [
    callee,
    [
      ...ids.map((id) => `'${id}'`),
      ...(fields.length > 0
        ? [
            {
              open: '{ ',
              close: ' }',
              items: fields.map(([name, value]) => pair(`${jsKey(name)}: `, value, JS)),
            },
          ]
        : []),
    ],
  ],
  record: (name, call) => `const ${camel(name)} = await ${call};\nconsole.log(${camel(name)});`,
  none: (call) => `await ${call};`,
  loop: (name, call) => `for await (const ${camel(name)} of ${call}) {\n  console.log(${camel(name)}.id);\n}`,
};
const PYTHON = {
  indent: '    ',
  chain: (resource, name) => ['parley', ...resource.map(snake), snake(name)].join('.'),
  call: (callee, ids, fields) => [
    callee,
    [...ids.map((id) => `"${id}"`), ...fields.map(([name, value]) => pair(`${name}=`, value, PY))],
  ],
  record: (name, call) => `${name} = ${call}\nprint(${name})`,
  none: (call) => call,
  loop: (name, call) => `for ${name} in ${call}:\n    print(${name}.id)`,
};
const RUBY = {
  indent: '  ',
  chain: PYTHON.chain,
  call: (callee, ids, fields) => [
    callee,
    [...ids.map((id) => `'${id}'`), ...fields.map(([name, value]) => pair(`${name}: `, value, RB))],
  ],
  record: (name, call) => `${name} = ${call}\nputs ${name}.inspect`,
  none: (call) => call,
  loop: (name, call) => `${call}.each do |${name}|\n  puts ${name}.id\nend`,
};
const PHP = {
  indent: '    ',
  chain: (resource, name) => `$parley->${[...resource, name].join('->')}`,
  call: (callee, ids, fields) => [
    callee,
    [...ids.map((id) => `'${id}'`), ...fields.map(([name, value]) => pair(`${name}: `, value, PH))],
  ],
  record: (name, call) => `$${camel(name)} = ${call};\necho json_encode($${camel(name)}), "\\n";`,
  none: (call) => `${call};`,
  loop: (name, call) => `foreach (${call} as $${camel(name)}) {\n    echo $${camel(name)}->id, "\\n";\n}`,
};

function libraryText({ method, ids, fields }, language) {
  const [callee, items] = language.call(language.chain(method.resource, method.name), ids, fields);
  const call =
    items.length === 0 && language === RUBY
      ? callee
      : text({ open: `${callee}(`, close: ')', items }, language.indent, 0);
  const { kind } = method.result;
  if (kind === 'none') return language.none(call);
  const form = kind === 'page' || kind === 'stream' ? language.loop : language.record;
  return form(nameOf(method), call);
}

// Values: a tree of texts, which is written on one line where it fits

const JS = {
  string: (value) => (value.includes("'") ? JSON.stringify(value) : `'${value}'`),
  constants: { true: 'true', false: 'false' },
  list: ['[', ']'],
  map: ['{ ', ' }'],
  key: (name) => `${jsKey(name)}: `,
  file: (name) => `{ path: '${name}' }`,
};
const PY = {
  string: (value) => JSON.stringify(value),
  constants: { true: 'True', false: 'False' },
  list: ['[', ']'],
  map: ['{', '}'],
  key: (name) => `"${name}": `,
  file: (name) => `Path("${name}")`,
};
const RB = {
  string: JS.string,
  constants: JS.constants,
  list: ['[', ']'],
  map: ['{ ', ' }'],
  key: (name) => (/^\w+$/.test(name) ? `${name}: ` : `"${name}" => `),
  file: (name) => `Pathname('${name}')`,
};
const PH = {
  string: JS.string,
  constants: JS.constants,
  list: ['[', ']'],
  map: ['[', ']'],
  key: (name) => `'${name}' => `,
  file: (name) => `File::fromPath('${name}')`,
};

const jsKey = (name) => (/^\w+$/.test(name) ? name : `'${name}'`);

/** A value with a name before it. */
function pair(before, value, language) {
  const node = nodeOf(value, language);
  return typeof node === 'string' ? before + node : { ...node, open: before + node.open };
}

function nodeOf(value, language) {
  if (typeof value === 'string') return language.string(value);
  if (typeof value !== 'object') return language.constants[value] ?? String(value);
  if (value.file !== undefined) return language.file(value.file);
  if (Array.isArray(value)) {
    const [open, close] = language.list;
    return { open, close, items: value.map((one) => nodeOf(one, language)) };
  }
  const [open, close] = language.map;
  return {
    open,
    close,
    items: Object.entries(value).map(([name, one]) => pair(language.key(name), one, language)),
  };
}

const oneLine = (node) =>
  typeof node === 'string' ? node : node.open + node.items.map(oneLine).join(', ') + node.close;

function text(node, indent, depth) {
  const line = oneLine(node);
  if (typeof node === 'string' || node.items.length === 0 || depth * indent.length + line.length <= WIDTH)
    return line;
  const inner = indent.repeat(depth + 1);
  // An object that is the only argument opens on the line of the call.
  if (node.items.length === 1 && typeof node.items[0] !== 'string' && depth === 0)
    return node.open + text(node.items[0], indent, depth).trimEnd() + node.close;
  const items = node.items.map((one) => `${inner}${text(one, indent, depth + 1)},\n`);
  return `${node.open.trimEnd()}\n${items.join('')}${indent.repeat(depth)}${node.close.trimStart()}`;
}

// curl

function curlText({ method: { verb, path, pathParams, body, result }, ids, fields }) {
  const target = pathParams.reduce((at, name, index) => at.replace(`{${name}}`, ids[index]), path);
  const query =
    body === undefined
      ? fields.map(([name, value]) => `${name}=${encodeURIComponent([value].flat().join(','))}`)
      : [];
  const url = `"$PARLEY_BASE_URL${target}${query.length > 0 ? `?${query.join('&').replaceAll('%2C', ',')}` : ''}"`;
  const lines = [
    `curl ${result.kind === 'stream' ? '-N ' : ''}${verb === 'GET' || (verb === 'POST' && fields.length > 0) ? '' : `-X ${verb} `}${url}`,
  ];
  lines.push('-H "Authorization: Bearer $PARLEY_API_KEY"');
  if (fields.length > 0 && body !== undefined) lines.push(...curlBody(fields, body));
  return lines.join(' \\\n  ');
}

function curlBody(fields, { files }) {
  if (files.length > 0 && fields.some(([, value]) => value?.file !== undefined))
    return fields.map(
      ([name, value]) => `-F ${name}=${value?.file === undefined ? value : `@${value.file}`}`,
    );
  const json = JSON.stringify(Object.fromEntries(fields), null, 2)
    .replaceAll("'", String.raw`'\''`)
    .replaceAll('\n', '\n  ');
  return ["-H 'Content-Type: application/json'", `-d '${json}'`];
}
