// How samples are written in the languages of the client libraries: values, calls, and what is done with a result.
import { camel, snake } from './model.mjs';
import { KEYWORDS } from './python.mjs';

/** @import { Method } from './model.mjs' */

const WIDTH = 80;

/** A value that is the id of a record which a sample has kept. */
export class RecordId {
  constructor(record) {
    this.record = record;
  }
}

// Values: a tree of texts, which is written on one line where it fits

const jsKey = (name) => (/^\w+$/.test(name) ? name : `'${name}'`);

/** A string in single quotes, or in double ones where it needs escapes; `expanded` finds what those would expand. */
const stringOf =
  (expanded = /(?!)/g) =>
  (value) =>
    /['\\\p{Cc}]/u.test(value) ? JSON.stringify(value).replaceAll(expanded, String.raw`\$&`) : `'${value}'`;

const JS = {
  string: stringOf(),
  constants: { true: 'true', false: 'false' },
  list: ['[', ']'],
  map: ['{ ', ' }'],
  key: (name) => `${jsKey(name)}: `,
  file: (name) => `{ path: '${name}' }`,
  idOf: (record) => `${camel(record)}.id`,
};
const PY = {
  string: (value) => JSON.stringify(value),
  constants: { true: 'True', false: 'False' },
  list: ['[', ']'],
  map: ['{', '}'],
  key: (name) => `"${name}": `,
  file: (name) => `Path("${name}")`,
  idOf: (record) => `${record}.id`,
};
const RB = {
  string: stringOf(/#(?=[{$@])/g),
  constants: JS.constants,
  list: ['[', ']'],
  map: ['{ ', ' }'],
  key: (name) => (/^\w+$/.test(name) ? `${name}: ` : `"${name}" => `),
  file: (name) => `Pathname('${name}')`,
  idOf: PY.idOf,
};
const PH = {
  string: stringOf(/\$/g),
  constants: JS.constants,
  list: ['[', ']'],
  map: ['[', ']'],
  key: (name) => `'${name}' => `,
  file: (name) => `File::fromPath('${name}')`,
  idOf: (record) => `$${camel(record)}->id`,
};

// Languages

const NODE = {
  label: 'Node.js',
  indent: '  ',
  values: JS,
  chain: (client, resource, name) => [client, ...resource, name].join('.'),
  named: (fields) =>
    fields.length > 0
      ? [
          {
            open: '{ ',
            close: ' }',
            items: fields.map(([name, value]) => pair(`${jsKey(name)}: `, value, JS)),
          },
        ]
      : [],
  key: (key) => nodeOf({ idempotencyKey: key }, JS),
  client: (name) => `const ${camel(name)} = parley.with({ apiKey: process.env.${name.toUpperCase()} });`,
  record: (name, call) => `const ${camel(name)} = await ${call};\nconsole.log(${camel(name)});`,
  none: (call) => `await ${call};`,
  loop: (name, call) => `for await (const ${camel(name)} of ${call}) {\n  console.log(${camel(name)}.id);\n}`,
  loopPage: (name, call) =>
    `for (const ${camel(name)} of (await ${call}).data) {\n  console.log(${camel(name)}.id);\n}`,
  keep: (name, call) => `const ${camel(name)} = await ${call};`,
  keepFirst: (name, call) => `const [${camel(name)}] = (await ${call}).data;`,
  print: (path, call) => `console.log((await ${call}).${path});`,
  errorImport: "import { ApiError } from '@parley/client';\n",
  refused: (call) =>
    `try {\n  await ${call};\n} catch (error) {\n` +
    '  if (!(error instanceof ApiError)) throw error;\n  console.log(error.code, error.message);\n}',
};
const PYTHON = {
  label: 'Python',
  indent: '    ',
  values: PY,
  chain: (client, resource, name) => [client, ...resource.map(snake), snake(name)].join('.'),
  named: (fields) =>
    fields.map(([name, value]) => pair(`${KEYWORDS.has(name) ? `${name}_` : name}=`, value, PY)),
  key: (key) => pair('options=', { idempotency_key: key }, PY),
  client: (name) => `${name} = parley.with_options(api_key=os.environ["${name.toUpperCase()}"])`,
  record: (name, call) => `${name} = ${call}\nprint(${name})`,
  none: (call) => call,
  loop: (name, call) => `for ${name} in ${call}:\n    print(${name}.id)`,
  loopPage: (name, call) => PYTHON.loop(name, `${call}.data`),
  keep: (name, call) => `${name} = ${call}`,
  keepFirst: (name, call) => `${name} = ${call}.data[0]`,
  print: (path, call) => `print(${call}.${path})`,
  errorImport: 'from parley import ApiError\n',
  refused: (call) => `try:\n    ${call}\nexcept ApiError as error:\n    print(error.code, error)`,
};
const RUBY = {
  label: 'Ruby',
  indent: '  ',
  values: RB,
  chain: PYTHON.chain,
  named: (fields) => fields.map(([name, value]) => pair(`${name}: `, value, RB)),
  key: (key) => pair('options: ', { idempotency_key: key }, RB),
  client: (name) => `${name} = parley.with(api_key: ENV.fetch('${name.toUpperCase()}'))`,
  record: (name, call) => `${name} = ${call}\nputs ${name}.inspect`,
  none: (call) => call,
  loop: (name, call) => `${call}.each do |${name}|\n  puts ${name}.id\nend`,
  loopPage: (name, call) => RUBY.loop(name, `${call}.data`),
  keep: PYTHON.keep,
  keepFirst: (name, call) => `${name} = ${call}.data.first`,
  print: (path, call) => `puts ${call}.${path}`,
  refused: (call) =>
    `begin\n  ${call}\nrescue Parley::ApiError => error\n  puts "#{error.code}: #{error.message}"\nend`,
};
const PHP = {
  label: 'PHP',
  indent: '    ',
  values: PH,
  chain: (client, resource, name) => `$${[camel(client), ...resource, name].join('->')}`,
  named: (fields) => fields.map(([name, value]) => pair(`${name}: `, value, PH)),
  key: (key) => `options: new Parley\\Options(idempotencyKey: '${key}')`,
  client: (name) => `$${camel(name)} = $parley->with(apiKey: getenv('${name.toUpperCase()}'));`,
  record: (name, call) => `$${camel(name)} = ${call};\necho json_encode($${camel(name)}), "\\n";`,
  none: (call) => `${call};`,
  loop: (name, call) => `foreach (${call} as $${camel(name)}) {\n    echo $${camel(name)}->id, "\\n";\n}`,
  loopPage: (name, call) => PHP.loop(name, `${call}->data`),
  keep: (name, call) => `$${camel(name)} = ${call};`,
  keepFirst: (name, call) => `$${camel(name)} = ${call}->data[0];`,
  print: (path, call) => `echo ${call}->${path.replaceAll('.', '->')}, "\\n";`,
  refused: (call) =>
    `try {\n    ${call};\n} catch (Parley\\Exception\\ApiError $error) {\n    echo "$error->code: {$error->getMessage()}\\n";\n}`,
};

/** By what the fenced blocks of the guides call them. */
export const LANGUAGES = { js: NODE, python: PYTHON, ruby: RUBY, php: PHP };

/** An id is text, or the record that has it: `{ record }`. */
export function callText({ method, client = 'parley', ids, fields, key }, language) {
  const callee = language.chain(client, method.resource, method.name);
  const items = [
    ...ids.map((id) =>
      typeof id === 'string' ? language.values.string(id) : language.values.idOf(id.record),
    ),
    ...language.named(fields),
    ...(key === undefined ? [] : [language.key(key)]),
  ];
  if (items.length === 0 && language === RUBY) return callee;
  return text({ open: `${callee}(`, close: ')', items }, language.indent, 0);
}

/** The call, and what shows its result. */
export function shownText(method, call, language, name = nameOf(method)) {
  const { kind } = method.result;
  if (kind === 'none') return language.none(call);
  return (kind === 'page' || kind === 'stream' ? language.loop : language.record)(name, call);
}

/** The name of what a call returns. */
export function nameOf({ resource, name, result }) {
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

/** A value with a name before it. */
function pair(before, value, language) {
  const node = nodeOf(value, language);
  return typeof node === 'string' ? before + node : { ...node, open: before + node.open };
}

function nodeOf(value, language) {
  if (typeof value === 'string') return language.string(value);
  if (typeof value !== 'object') return language.constants[value] ?? String(value);
  if (value instanceof RecordId) return language.idOf(value.record);
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
  // An object that is the only argument opens on the line of the call.
  const [only] = node.items;
  if (node.items.length === 1 && typeof only !== 'string' && depth === 0)
    return node.open + brokenText(only, indent, depth) + node.close;
  return brokenText(node, indent, depth);
}

function brokenText({ open, close, items }, indent, depth) {
  const lines = items.map((one) => `${indent.repeat(depth + 1)}${text(one, indent, depth + 1)},\n`);
  return `${open.trimEnd()}\n${lines.join('')}${indent.repeat(depth)}${close.trimStart()}`;
}
