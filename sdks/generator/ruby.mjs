// The generated part of the Ruby library: resources, models, constants, and the signatures (RBS) of all of them.
import { pascal, snake } from './model.mjs';

/** @import { Field, Method, Model, NamedType, Resource, Type } from './model.mjs' */

/** What is below holds nothing but generated files. */
export const folders = ['lib/parley/generated', 'sig/generated'];

const WIDTH = 120;
const NOTICE = '# Generated from the API document by `npm run sdks`: do not edit.';
/** Names that a parameter cannot have: words of Ruby, and our own. */
const RESERVED =
  `alias and begin break case class def do else elsif end ensure false for if in module next nil not or options redo
  rescue retry return self super then true undef unless until when while yield`.split(/\s+/);
/** Members of a model that a field may not hide, and helpers of resources that a method may not hide. */
const MEMBERS = 'to_h to_json deconstruct_keys hash inspect class freeze dup typed plain'.split(' ');
const HELPERS = 'record result nothing page event_stream edit follow'.split(' ');

/** @param {Model} original @returns {Record<string, string>} text by path */
export function generate(original) {
  const model = withObjects(original);
  const eventNames = new Set(model.events.map(({ name }) => name));
  const objects = model.types.filter((one) => one.kind === 'object' && one.inResponses);
  const records = objects.filter(({ name }) => !eventNames.has(name));
  const events = eventClasses(objects.filter(({ name }) => eventNames.has(name)));
  const values = model.types.filter((one) => one.kind === 'enum');
  for (const { name, fields } of objects)
    for (const field of fields)
      if (MEMBERS.includes(field.name)) throw new Error(`${name}.${field.name} hides a member of Model`);
  const lib = 'lib/parley/generated';
  return {
    [`${lib}/document.rb`]: documentFile(model),
    [`${lib}/models.rb`]: modelsFile(model, { records, events, values }),
    [`${lib}/values.rb`]: file([], ['Parley', 'Models'], spaced(values.map(valueModule))),
    [`${lib}/events.rb`]: file([], ['Parley', 'Models'], spaced(events.map(modelClass))),
    [`${lib}/resources.rb`]: rootFile(model.root),
    ...Object.fromEntries(
      model.root.children.map((one) => [`${lib}/resources/${snake(one.name)}.rb`, resourceFile(one)]),
    ),
    'sig/generated/models.rbs': modelsSignature({ records, events, values }),
    'sig/generated/resources.rbs': resourcesSignature(model.root),
  };
}

/** The model with plain maps in the place of named ones, and the names of the fields beside those of an object. */
function withObjects(model) {
  const named = new Map(model.types.map((one) => [one.name, one]));
  return JSON.parse(JSON.stringify(model), (_, value) => {
    if (value?.kind !== 'ref') return value;
    const { kind, of, fields = [] } = named.get(value.name);
    return kind === 'map' ? { kind, of } : { ...value, keys: fields.map(({ name }) => name) };
  });
}

/** The events, and what all of them have in common, except for fields whose type tells them apart. */
function eventClasses(events) {
  const isShared = ({ name }) =>
    name !== 'data' && events.every(({ fields }) => fields.some((one) => one.name === name));
  const data = {
    name: 'data',
    type: { kind: 'map', of: { kind: 'any' } },
    required: true,
    description: 'The record',
  };
  const unknown = 'An event whose type this version of the library does not know';
  return [
    { name: 'Event', description: 'An event of a webhook', fields: events[0].fields.filter(isShared) },
    { name: 'UnknownEvent', parent: 'Event', description: unknown, fields: [data] },
    ...events.map((one) => ({
      ...one,
      parent: 'Event',
      fields: one.fields.filter((field) => !isShared(field)),
    })),
  ];
}

// Text

const indent = (depth, lines) => lines.map((line) => (line === '' ? '' : '  '.repeat(depth) + line));
/** Lists of lines, with an empty line between them. */
const spaced = (groups) => groups.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
const nested = (modules, lines) =>
  modules.reduceRight((inner, name) => [`module ${name}`, ...indent(1, inner), 'end'], lines);
const text = (...groups) => `${spaced(groups.filter((one) => one.length > 0)).join('\n')}\n`;
const file = (requires, modules, lines) =>
  text(
    ['# frozen_string_literal: true'],
    [NOTICE],
    requires.map((path) => `require '${path}'`),
    nested(modules, lines),
  );
const codes = (names) => names.map((name) => `\`${name}\``).join(', ');

/** Text as comment lines; `{` would begin a link of YARD. */
function comment(content, { depth = 0, hanging = '' } = {}) {
  const width = WIDTH - 2 * depth - 2;
  return content.split('\n').flatMap((paragraph) => {
    const lines = [''];
    for (const word of paragraph.replaceAll(/\{(?=[a-z])/g, '\\{').split(' ')) {
      const last = lines.at(-1);
      const longer = last === '' ? word : `${last} ${word}`;
      if (last !== '' && longer.length > width) lines.push(hanging + word);
      else lines[lines.length - 1] = longer;
    }
    return lines.map((line) => `# ${line}`.trimEnd());
  });
}
const commented = (content, depth) => (content === '' ? [] : comment(content, { depth }));

/**
 * A call or literal in one line, or with its items in lines of their own, as many in each as fit. An item may itself be a literal:
 * `[before, items, after]`.
 */
function wrapped(before, items, after, depth, separator = ', ') {
  const inOne = (item) => (Array.isArray(item) ? item[0] + item[1].join(separator) + item[2] : item);
  const line = before + items.map(inOne).join(separator) + after;
  if (line.length + 2 * depth <= WIDTH) return [line];
  const fits = (one) => one.length + 2 * depth + 2 <= WIDTH;
  const lines = [];
  for (const [index, item] of items.entries()) {
    const end = index === items.length - 1 ? '' : separator.trimEnd();
    const one = inOne(item) + end;
    const longer = `${lines.at(-1)} ${one}`;
    if (!fits(one) && Array.isArray(item)) lines.push(...wrapped(item[0], item[1], item[2] + end, depth + 1));
    else if (lines.length > 0 && fits(longer) && !/^[}\])]/.test(lines.at(-1)))
      lines[lines.length - 1] = longer;
    else lines.push(one);
  }
  return [before.trimEnd(), ...indent(1, lines), after.trimStart()];
}

// Types

/** How types are written in comments. */
const YARD = {
  names: { integer: 'Integer', number: 'Numeric', boolean: 'Boolean', any: 'Object' },
  file: 'FilePart, Pathname, IO, Proc',
  record: ({ name }) => name,
  input: 'Hash',
  list: (of) => `Array<${of}>`,
  map: (of) => `Hash{String => ${of}}`,
  partial: 'Hash{String => Object}',
  union: (all) => all.join(', '),
};
/** How types are written in signatures. */
const RBS = {
  names: { integer: 'Integer', number: 'Numeric', boolean: 'bool', any: 'untyped' },
  file: 'Parley::file',
  record: ({ name }) => `Models::${name}`,
  input: 'Hash[Symbol | String, untyped]',
  list: (of) => `Array[${of}]`,
  map: (of) => `Hash[String, ${of}]`,
  partial: 'Hash[String, untyped]',
  union: (all) => `(${all.join(' | ')})`,
};

/** @param {Type} type @param {typeof YARD} style @param {boolean} isInput whether it is given, and not read */
function typeText(type, style, isInput = false) {
  const inner = (one) => typeText(one, style, isInput);
  if (type.kind === 'file' || type.kind === 'partial') return style[type.kind];
  if (type.kind === 'union') return style.union([...new Set(type.of.map(inner))]);
  if (type.kind === 'list') return style.list(inner(type.of));
  if (isInput && (type.kind === 'ref' || type.kind === 'map')) return style.input;
  if (type.kind === 'map') return style.map(inner(type.of));
  return type.kind === 'ref' ? style.record(type) : (style.names[type.kind] ?? 'String');
}

const isDate = ({ name, type }) =>
  type.kind === 'datetime' || (type.kind === 'string' && /_(after|before)$/.test(name));
const isOptional = (field) => field.nullable || !field.required || field.since !== undefined;

// Models

function documentFile({ version, sha256 }) {
  return file(
    [],
    ['Parley'],
    [
      '# Version of the API that this library was made for.',
      `API_VERSION = '${version}'`,
      '',
      '# Version and SHA-256 of the API document that this library was made from.',
      `API_DOCUMENT = '${version} ${sha256}'`,
    ],
  );
}

/** The argument of `field` that names the models in a type. */
function modelArgument({ kind, name, of }) {
  if (kind === 'ref') return `, :${name}`;
  if (of?.kind !== 'ref') return '';
  return kind === 'list' ? `, [:${of.name}]` : `, { String => :${of.name} }`;
}

/** @param {Field} field */
function fieldLines({ name, type, description, since, ...field }) {
  const kind = typeText(type, YARD) + (isOptional({ since, ...field }) ? ', nil' : '');
  const later = since === undefined ? '' : ` (since ${since})`;
  return [
    ...comment(`@return [${kind}] ${description.trim()}${later}`.trim(), { depth: 3, hanging: '  ' }),
    `${type.kind === 'boolean' ? 'flag' : 'field'} :${name}${modelArgument(type)}`,
  ];
}

/** @param {NamedType & {parent?: string}} type */
const modelClass = ({ name, parent = 'Model', description, fields }) => [
  ...commented(description, 2),
  `class ${name} < ${parent}`,
  ...indent(1, fields.flatMap(fieldLines)),
  'end',
];

const constant = (value) => value.replaceAll(/[^A-Za-z0-9]+/g, '_').toUpperCase();

const valueModule = ({ name, description, values }) => [
  ...commented(description, 2),
  ...nested(
    [name],
    values.map((value) => `${constant(value)} = '${value}'`),
  ),
];

function modelsFile(model, { records, values, events }) {
  const table = model.events.map(({ event, name }) => `'${event}' => :${name}`);
  const autoloads = (types, path) => {
    const names = types.map(({ name }) => name);
    return wrapped('%i[', names, `].each { |name| autoload name, 'parley/generated/${path}' }`, 2, ' ');
  };
  const lines = [
    ...autoloads(values, 'values'),
    ...autoloads(events, 'events'),
    '',
    ...wrapped('EVENTS = {', table, '}.freeze', 2),
    'private_constant :EVENTS',
    '',
    '# @param data [Hash{String => Object}] an event of a webhook or of the event log',
    '# @return [Event] {UnknownEvent} if its type is not known here',
    "def self.event(data) = const_get(EVENTS.fetch(data['event'], :UnknownEvent)).new(data)",
    '',
    ...spaced(records.map(modelClass)),
  ];
  const what = '# The records that the API answers with, and constants for the values of their fields.';
  return file(['parley/core/model'], ['Parley'], [what, ...nested(['Models'], lines)]);
}

// Resources

/** @param {Method} method @returns {Field[]} what is given by name, required ones first */
function inputsOf(method) {
  const fields = [...method.query, ...(method.body?.fields ?? [])];
  for (const name of [...method.pathParams, ...fields.map((one) => one.name)])
    if (RESERVED.includes(name)) throw new Error(`${method.id}: ${name} cannot be a parameter in Ruby`);
  if (HELPERS.includes(snake(method.name))) throw new Error(`${method.id} hides a helper of Resource`);
  return fields.toSorted((a, b) => Number(b.required) - Number(a.required));
}

function returned({ result, isCacheable }) {
  const fixed = { none: 'Response', page: 'Page', result: 'Result', stream: 'EventStream' }[result.kind];
  return fixed ?? `Models::${result.type.name}${isCacheable ? ', NotModified' : ''}`;
}

/** Whether an update may be given as a block: if the record can be read by the same ids. */
const isEdit = (method, { methods }) =>
  method.verb === 'PATCH' &&
  method.isConditional &&
  methods.some((one) => one.name === 'get' && one.pathParams.join() === method.pathParams.join());

function documentation(method, isBlock, depth) {
  const parameter = ({ type, nullable, description, ...field }) => {
    const kind = isDate({ type, ...field }) ? 'String, Time' : typeText(type, YARD, true);
    const keys = type.keys?.length > 0 ? `: ${codes(type.keys)}` : '';
    return `@param ${field.name} [${kind}${nullable ? ', nil' : ''}] ${description}${keys}`;
  };
  const tags = [
    ...method.pathParams.map((name) => `@param ${name} [String]`),
    ...inputsOf(method).map(parameter),
    '@param options [Hash] see {Core::CallOptions}',
    ...(isBlock ? ['@yieldparam record the newest version, for a change that depends on it'] : []),
    ...(isBlock
      ? ['@yieldreturn [Hash{Symbol => Object}] what to change; it is repeated if another writer was faster']
      : []),
    `@return [${returned(method)}]`,
    '@raise [Error]',
  ];
  return [
    ...comment(`${method.summary}\n\n${method.description}\n\nError codes: ${codes(method.errors)}`, {
      depth,
    }),
    ...tags.flatMap((line) => comment(line, { depth, hanging: '  ' })),
  ];
}

/** The helper of the resource that a method calls, and its arguments. @param {Method} method */
function call({ result, verb, path, pathParams, query, body }) {
  const literal = (name, fields) => [`${name}: { `, fields.map((field) => `${field.name}:`), ' }'];
  const model =
    result.kinds === undefined
      ? `:${result.type?.name ?? result.type?.of?.name}`
      : `{ ${result.kinds.map(({ prefix, name }) => `${prefix}: :${name}`).join(', ')} }`;
  const [helper, ...first] = {
    none: ['nothing', `'${verb}'`],
    record: ['record', model, `'${verb}'`],
    result: ['result', model, `:${result.meta}`, `'${verb}'`],
    page: ['page', model, `:${result.meta}`],
    stream: ['event_stream'],
  }[result.kind];
  // The position of a stream is a header.
  const position = query.filter(({ name }) => name === 'last_event_id').map(({ name }) => name);
  const named = query.filter(({ name }) => !position.includes(name));
  const files = (body?.files ?? []).map(({ name, wire }) => `${name}: '${wire}'`);
  const sent = [
    ...(named.length > 0 ? [literal('query', named)] : []),
    ...(body === undefined ? [] : [literal('body', body.fields)]),
    ...(files.length > 0 ? [`form: { ${files.join(', ')} }`] : []),
  ];
  return { helper, values: [...first, `'${path}'`, ...pathParams, ...position, ...sent, 'options:'] };
}

function methodLines(method, resource, depth) {
  const isBlock = isEdit(method, resource);
  const parameters = [
    ...method.pathParams,
    ...inputsOf(method).map(({ name, required }) => `${name}:${required ? '' : ' OMIT'}`),
    'options: {}',
    ...(isBlock ? ['&change'] : []),
  ];
  const { helper, values } = call(method);
  const edit = `return edit([${method.pathParams.join(', ')}], options, &change) if change`;
  return [
    ...documentation(method, isBlock, depth),
    ...wrapped(`def ${snake(method.name)}(`, parameters, ')', depth),
    ...indent(1, [...(isBlock ? [edit, ''] : []), ...wrapped(`${helper}(`, values, ')', depth + 1)]),
    'end',
  ];
}

/** How the changes of a list are followed: the filter of time and the order, if it has both. @param {Resource} resource */
function changesOf({ methods }) {
  const list = methods.find(({ name }) => name === 'list');
  if (list?.query.some(({ name }) => name === 'updated_after'))
    return [{ list, since: 'updated_after', sort: 'updated_at' }];
  const isLog = methods.some(({ result }) => result.kind === 'stream');
  return isLog ? [{ list, since: 'created_after', sort: 'logged_at' }] : [];
}

const changesLines = ({ since, sort }) => [
  '# Reads the records in the order of their changes, to keep a copy of them.',
  '# @param since [String, Time] the first run begins here',
  '# @param cursor [String, nil] `resume_cursor` of the last run',
  '# @param filters [Hash] those of {#list}, the same in each run',
  '# @param options [Hash] see {Core::CallOptions}',
  '# @return [Changes]',
  'def changes(since: OMIT, cursor: nil, options: {}, **filters)',
  `  follow(cursor, { **filters, ${since}: since, sort: '${sort}' }, options)`,
  'end',
];

const hasFiles = ({ methods }) => methods.some(({ name }) => name === 'upload');
const isRoot = ({ path }) => path.length === 0;
const classNameOf = (resource) => (isRoot(resource) ? 'Root' : pascal(resource.name));

/** @param {Resource} resource */
function resourceClass(resource, depth = 2) {
  const { children, methods } = resource;
  const accessor = ({ name }) => [
    `# @return [${pascal(name)}]`,
    `def ${snake(name)} = ${pascal(name)}.new(@requester)`,
  ];
  const [path] = methods.map((one) => one.path).toSorted((a, b) => a.length - b.length);
  const members = [
    ...(hasFiles(resource) ? [['include Core::FileDownload']] : []),
    ...children.map(accessor),
    ...methods.map((method) => methodLines(method, resource, depth + 1)),
    ...changesOf(resource).map(changesLines),
    ...(isRoot(resource) ? [] : children.map((child) => resourceClass(child, depth + 1))),
  ];
  return [
    isRoot(resource) ? '# What a client offers.' : `# Operations at \`${path}\`.`,
    `class ${classNameOf(resource)} < Core::Resource`,
    ...indent(1, spaced(members)),
    'end',
  ];
}

const resourceFile = (resource) =>
  file(hasFiles(resource) ? ['parley/core/download'] : [], ['Parley', 'Resources'], resourceClass(resource));

function rootFile(root) {
  const autoload = ({ name }) => `autoload :${pascal(name)}, 'parley/generated/resources/${snake(name)}'`;
  const lines = spaced([root.children.map(autoload), resourceClass(root)]);
  return file(
    ['parley/core/resource'],
    ['Parley'],
    ['# The operations of the API, by resource.', ...nested(['Resources'], lines)],
  );
}

// Signatures

const optional = (type, is) => (is && type !== 'untyped' ? `${type}?` : type);

function modelsSignature({ records, values, events }) {
  const reader = ({ name, type, ...field }) => {
    const result = optional(typeText(type, RBS), isOptional(field));
    // An older server leaves fields out, which then read as nil: no failure of the check at run time.
    const skip = result.endsWith('?') || result === 'untyped' ? '' : '%a{rbs:test:skip} ';
    return `${skip}def ${name}${type.kind === 'boolean' ? '?' : ''}: () -> ${result}`;
  };
  const classOf = ({ name, parent = 'Model', fields }) => [
    `class ${name} < ${parent}`,
    ...indent(1, fields.map(reader)),
    'end',
  ];
  const valuesOf = (one) =>
    nested(
      [one.name],
      one.values.map((value) => `${constant(value)}: String`),
    );
  const models = spaced([
    ['def self.event: (Hash[String, untyped] data) -> Event'],
    ...[...records, ...events].map(classOf),
    ...values.map(valuesOf),
  ]);
  return text(
    [NOTICE],
    nested(['Parley'], ['API_VERSION: String', 'API_DOCUMENT: String', '', ...nested(['Models'], models)]),
  );
}

function methodSignature(method, resource, depth) {
  const input = ({ name, type, required, nullable }) => {
    const kind = isDate({ name, type }) ? '(String | Time)' : typeText(type, RBS, true);
    return `${required ? '' : '?'}${name}: ${optional(kind, nullable)}`;
  };
  const parameters = [
    ...method.pathParams.map((name) => `String ${name}`),
    ...inputsOf(method).map(input),
    '?options: Parley::options',
  ];
  const [result, ...others] = returned(method).split(', ');
  const records = method.result.kinds ?? [method.result.type];
  const generic =
    result === 'Page' ? `Page[${records.map(({ name }) => `Models::${name}`).join(' | ')}]` : result;
  const block = isEdit(method, resource) ? ` ?{ (${result}) -> ${RBS.input}? }` : '';
  return [
    ...wrapped(`def ${snake(method.name)}: (`, parameters, `)${block} -> ${generic}`, depth),
    ...others.flatMap((other) => wrapped('  | (', parameters, `) -> ${other}`, depth)),
  ];
}

function resourceSignature(resource, depth = 2) {
  const { children, methods } = resource;
  const changes = ({ list }) =>
    'def changes: (?since: (String | Time), ?cursor: String?, ?options: Parley::options, **untyped) ' +
    `-> Changes[Models::${list.result.type.name}]`;
  const members = [
    ...(hasFiles(resource) ? ['include Core::FileDownload', ''] : []),
    ...children.map(({ name }) => `def ${snake(name)}: () -> ${pascal(name)}`),
    ...methods.flatMap((method) => methodSignature(method, resource, depth + 1)),
    ...changesOf(resource).map(changes),
    ...(isRoot(resource) ? [] : children.flatMap((child) => ['', ...resourceSignature(child, depth + 1)])),
  ];
  return [`class ${classNameOf(resource)} < Core::Resource`, ...indent(1, members), 'end'];
}

const resourcesSignature = (root) =>
  text(
    [NOTICE],
    nested(['Parley', 'Resources'], spaced([root, ...root.children].map((one) => resourceSignature(one)))),
  );
