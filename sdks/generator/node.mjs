// The Node.js library: a class per resource, an interface per type. src/core does the work; what is written here is names, types and
// documentation.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { camel, pascal } from './model.mjs';

/** @import { Field, Method, Model, NamedType, Resource, Type } from './model.mjs' */

export const folders = ['src/generated'];

const HEADER = '// Generated from the API document by `npm run sdks`. Do not edit.\n';
const WIDTH = 100;
/** A documentation comment begins with its subject: a description that begins with one of these gets the name before it. */
const PREPOSITION =
  /^(?:about|after|at|before|behind|by|for|from|in|of|on|since|through|to|until|with|within|without)\b/i;

/** The modules of src/core that have the types which generated code uses. */
const CORE = {
  changes: ['Changes'],
  client: ['Change'],
  extensible: ['Extensible'],
  'file-input': ['FileInput'],
  options: ['DeleteOptions', 'IfNoneMatch', 'ReadOptions', 'RequestOptions', 'UpdateOptions', 'WriteOptions'],
  page: ['List'],
  stream: ['EventStream'],
  values: ['Deletion', 'NotModified', 'Result'],
};
const CORE_MODULES = new Map(
  Object.entries(CORE).flatMap(([module, names]) => names.map((name) => [name, module])),
);
/** The classes that add methods written by hand to a resource. */
const BASES = { files: { name: 'Downloads', module: 'download' } };

/** @param {Model} model */
export async function generate(model) {
  const config = JSON.parse(await readFile(join(import.meta.dirname, '../../.oxfmtrc.json'), 'utf8'));
  const { $schema: _schema, ignorePatterns: _ignored, ...style } = config;
  const isEvent = ({ name }) => name === 'WebhookEvent' || model.events.some((one) => one.name === name);
  const shared = sharedOf(model);
  const types = [...model.types.filter((type) => !isEvent(type)), shared.event, shared.page];
  const texts = {
    'index.ts': indexText(model),
    'version.ts': versionText(model),
    'types.ts': typesFile(types),
    'events.ts': typesFile(model.types.filter(isEvent), shared.event) + eventTypesText(model),
    'client.ts': clientText(model, shared),
  };
  for (const resource of model.root.children)
    texts[`resources/${resource.name}.ts`] = resourceFile(resource, shared);
  const formatted = Object.entries(texts).map(async ([path, text]) => {
    const { code, errors } = await format(path, HEADER + text, style);
    if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
    return [`src/generated/${path}`, code];
  });
  return Object.fromEntries(await Promise.all(formatted));
}

/** The names of types that a file uses, and has to import. */
class Imports {
  #used = new Set();

  use = (name) => {
    this.#used.add(name);
    return name;
  };

  /** @param {string} folder the path to src/generated @param {Set<string>} own names that the file defines */
  text(folder, own = new Set()) {
    const modules = new Map();
    for (const name of [...this.#used].sort()) {
      const module = CORE_MODULES.has(name)
        ? `${folder}../core/${CORE_MODULES.get(name)}`
        : `${folder || './'}types`;
      if (!own.has(name)) modules.set(module, [...(modules.get(module) ?? []), name]);
    }
    return [...modules]
      .map(([module, names]) => `import type { ${names.join(', ')} } from '${module}.ts';\n`)
      .join('');
  }
}

// Documentation

/** @param {string[]} paragraphs */
function comment(paragraphs, indent = '') {
  const text = paragraphs.filter(Boolean).join('\n\n').trim().replaceAll('*/', '*\\/');
  if (text === '') return '';
  const lines = text.split('\n').flatMap((line) => wrapped(line, WIDTH - indent.length));
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

const wrapped = (line, width) => line.match(new RegExp(`\\S.{0,${width - 1}}(?=\\s|$)|\\S+`, 'gu')) ?? [''];

/** The type says what values there are, and that there may be several. @param {Field} field */
function fieldComment({ name, type, description, since }) {
  const isEnum = type.kind === 'enum' || type.of?.kind === 'enum';
  const text = description
    .replace(/; several are separated by commas$/, '')
    .replace(isEnum ? / ?\((`\w+`(, )?)+\)$/ : '', '');
  const begun = PREPOSITION.test(text)
    ? `\`${name}\`: ${text.replace(/^[A-Z]/, (first) => first.toLowerCase())}`
    : text;
  return comment([begun, since && `Servers before ${since} do not send it.`], '  ');
}

const codeList = (codes) => codes.map((code) => `\`${code}\``).join(', ');

/** @param {Method} method */
function methodComment({ summary, description, errors }, shared) {
  const codes = codeList(errors.filter((code) => !shared.errors.includes(code)));
  return comment(
    [`${summary}.`, description, codes && `Error codes besides those of all operations: ${codes}.`],
    '  ',
  );
}

// Types

const words = (values) => values.map((value) => `'${value}'`).join(' | ');

/** @param {Type} type @param {Imports['use']} use */
function typeText(type, use) {
  const { kind, name, values, open, of } = type;
  if (kind === 'enum') {
    const closed = name === undefined ? words(values) : use(name);
    return open ? `${use('Extensible')}<${closed}>` : closed;
  }
  if (kind === 'list') return `(${typeText(of, use)})[]`;
  if (kind === 'map') return `Record<string, ${typeText(of, use)}>`;
  if (kind === 'union') return of.map((one) => typeText(one, use)).join(' | ');
  if (kind === 'partial') return `Partial<${use(name)}>`;
  if (kind === 'ref') return use(name);
  if (kind === 'file') return use('FileInput');
  return { integer: 'number', datetime: 'string', any: 'unknown' }[kind] ?? kind;
}

/** What a caller may leave out may also be `undefined`. Times of requests may be a Date. @param {Field} field */
function fieldText(field, isRequest, use) {
  const { name, type, required, nullable, since } = field;
  const isTime = type.kind === 'datetime' || (type.kind === 'string' && /_(after|before)$/.test(name));
  const isOptional = !required || since !== undefined;
  const types = [isRequest && isTime ? 'string | Date' : typeText(type, use)];
  if (nullable || since !== undefined) types.push('null');
  if (isOptional && isRequest) types.push('undefined');
  return `${fieldComment(field)}  ${name}${isOptional ? '?' : ''}: ${types.join(' | ')};\n`;
}

/** Fields are the same if they are written the same. */
const isSame = (a, b) =>
  typeof a === 'string' ? a === b : fieldText(a, true, String) === fieldText(b, true, String);

const inAll = ([first, ...others]) =>
  first.filter((one) => others.every((list) => list.some((other) => isSame(one, other))));

/** What all operations, all lists and all events have in common. @param {Model} model */
function sharedOf({ root, events }) {
  const methods = withChildren(root).flatMap((resource) => resource.methods);
  const lists = methods.filter(({ isPaged }) => isPaged);
  const page = { name: 'PageParams', description: 'Parameters that all lists have', inRequests: true };
  const event = { name: 'EventBase', description: 'Fields that all events have', inRequests: false };
  return {
    errors: inAll(methods.map(({ errors }) => errors)),
    page: { ...page, kind: 'object', fields: inAll(lists.map(({ query }) => query)) },
    event: { ...event, kind: 'object', fields: inAll(events.map(({ fields }) => fields)) },
  };
}

/** An interface, which has the fields that it shares with others from a base. @param {{name: string, fields: Field[]}} base */
function interfaceText(name, fields, isRequest, use, base) {
  const isShared = (field) => base !== undefined && base.fields.some((one) => isSame(one, field));
  const own = fields.filter((field) => !isShared(field)).map((field) => fieldText(field, isRequest, use));
  return `export interface ${name} ${own.length < fields.length ? `extends ${use(base.name)}` : ''} {\n${own.join('')}}\n`;
}

/** @param {NamedType} type */
function namedTypeText({ name, description, kind, fields, values, of, inRequests }, use, base) {
  const head = comment([description.replace(/^Parameters of .*$/, '')]);
  const alias = {
    enum: () => words(values),
    // A patch of a map removes a key by null, which the document says in words only.
    map: () => `Record<string, ${typeText(of, use)}${inRequests ? ' | null' : ''}>`,
    union: () => of.map((one) => typeText(one, use)).join(' | '),
  }[kind];
  if (alias !== undefined) return `${head}export type ${name} = ${alias()};\n`;
  return head + interfaceText(name, fields, inRequests, use, base);
}

/** @param {NamedType[]} types */
function typesFile(types, base) {
  const imports = new Imports();
  const text = types.map((type) => namedTypeText(type, imports.use, base)).join('\n');
  const head = imports.text('', new Set(types.map(({ name }) => name)));
  return `/* oxlint-disable max-lines -- generated */\n${head}\n${text}`;
}

/** @param {Model} model */
const eventTypesText = ({ events }) => `
  /** The event types that this version of the library knows. */
  export const EVENT_TYPES: readonly string[] = [${events.map(({ event }) => `'${event}'`).join()}];
`;

/** @param {Model} model */
const versionText = ({ version, sha256 }) => `
  /** The version of the API that the library was made for. */
  export const API_VERSION = '${version}';
  /** The SHA-256 of the API document that the library was made from. */
  export const API_DOCUMENT_SHA256 = '${sha256}';
`;

// Methods

const paramsName = (method) => `${pascal(method.id)}Params`;
const changesName = (method) => `${pascal(method.resource[0])}ChangesParams`;
const className = (resource) => `${pascal(resource.path.join(' '))}Resource`;

/** @param {Method} method */
function optionsType({ isKeyed, isConditional, isCacheable }) {
  if (isKeyed) return isConditional ? 'UpdateOptions' : 'WriteOptions';
  if (isConditional) return 'DeleteOptions';
  return isCacheable ? 'ReadOptions' : 'RequestOptions';
}

/** How `changes` reads a list: records in the order of `updated_at`, the event log in that of `logged_at`. @param {Method} method */
function orderOfChanges({ query, resource, result }) {
  if (result.kind !== 'page' || resource.length !== 1) return undefined;
  if (query.some(({ name }) => name === 'updated_after'))
    return { sort: 'updated_at', since: 'updated_after' };
  const { values = [] } = query.find(({ name }) => name === 'sort')?.type ?? {};
  return values.includes('logged_at') ? { sort: 'logged_at', since: 'created_after' } : undefined;
}

/** What a method returns, and the method of the client that does so. @param {Method['result']} result */
function returnOf({ kind, type, meta }, use) {
  const value = type === undefined ? '' : typeText(type, use);
  if (kind === 'none') return { returns: `Promise<${use('Deletion')}>`, call: 'deletion' };
  if (kind === 'record') return { returns: `Promise<${value}>`, call: `record<${value}>` };
  if (kind === 'page') return { returns: `${use('List')}<${value}>`, call: `list<${value}>` };
  if (kind === 'stream') return { returns: `${use('EventStream')}<${value}>`, call: `stream<${value}>` };
  return { returns: `Promise<${use('Result')}<${value}, ${use(meta)}>>`, call: `result<${value}, ${meta}>` };
}

/** @param {Method} method @param {Resource | undefined} resource whose `get` reads what a function changes */
function methodText(method, resource, shared, use) {
  const { id, verb, query, body, path, pathParams, result } = method;
  const [, ...names] = path.split('/');
  const segments = names.map((one) => (one.startsWith('{') ? camel(one.slice(1, -1)) : `'${one}'`));
  const operation = [`id: '${id}'`, `method: '${verb}'`, `path: [${segments.join(', ')}]`];
  const parameters = pathParams.map((one) => `${camel(one)}: string`);
  const isChange = verb === 'PATCH' && method.isConditional;
  const read = isChange ? resource?.methods.find((one) => one.name === 'get') : undefined;
  const { returns, call } = returnOf(result, use);
  let statement = [`${call}({`, '}, options)'];
  if (read !== undefined) {
    const change = `${typeText(read.result.type, use)}, ${use(body.type)}`;
    parameters.push(`change: ${use('Change')}<${change}>`);
    statement = [
      call.replace(/^record<(.*)$/, `change<${change}, $1({`),
      `}, '${read.id}', change, options)`,
    ];
  } else if (body !== undefined) {
    parameters.push(`params${body.required ? '' : '?'}: ${use(body.type)}`);
    operation.push('body: params');
    if (body.files.length > 0)
      operation.push(`files: { ${body.files.map((one) => `${one.name}: '${one.wire}'`).join(', ')} }`);
    if (body.fields.some(({ type }) => type.kind === 'file')) operation.push('isForm: true');
  }
  if (query.length > 0) {
    parameters.push(`params${query.some(({ required }) => required) ? '' : '?'}: ${paramsName(method)}`);
    operation.push('query: params');
  }
  const head = signatures(method, parameters, returns, use);
  const text = `${methodComment(method, shared)}${head} { return this.client.${statement.join(operation.join(', '))}; }\n`;
  return text + changesText(method, operation, use);
}

/** A read with If-None-Match may have no record as its result, and only that. @param {Method} method */
function signatures(method, parameters, returns, use) {
  const type = use(optionsType(method));
  const plain = `  ${method.name}(${[...parameters, `options?: ${type}`].join(', ')}): `;
  if (!method.isCacheable) return plain + returns;
  const either = returns.replace(/>$/, ` | ${use('NotModified')}>`);
  const required = parameters.map((one) => one.replace('params?: ', 'params: undefined | '));
  const conditional = `  ${method.name}(${[...required, `options: ${type} & ${use('IfNoneMatch')}`].join(', ')}): `;
  return `${conditional}${either};\n${plain}${returns};\n${plain}${either}`;
}

const CHANGES =
  `Reads the list in the order of changes, and continues where an earlier read has ended. It misses no change; those of
  the last minute may come again in another run.`.replaceAll(/\s+/g, ' ');

/** @param {Method} method */
function changesText(method, operation, use) {
  const order = orderOfChanges(method);
  if (order === undefined) return '';
  const record = typeText(method.result.type, use);
  return `\n${comment([CHANGES], '  ')}  changes(params?: ${changesName(method)}, options?: RequestOptions): ${use('Changes')}<${record}> {
    return this.client.changes<${record}>({ ${operation.join(', ')} }, { sort: '${order.sort}', since: '${order.since}' }, options);
  }\n`;
}

/** @param {Method} method */
function paramsText(method, shared, use) {
  if (method.query.length === 0) return '';
  const base = method.isPaged ? shared.page : undefined;
  const name = [...method.resource, method.name].join('.');
  const text = `/** Parameters of \`${name}\`. */\n${interfaceText(paramsName(method), method.query, true, use, base)}`;
  const order = orderOfChanges(method);
  if (order === undefined) return text;
  const left = words(['page', 'sort', 'order', order.since]);
  return `${text}\n/** Parameters of \`${method.resource[0]}.changes\`. */
    export interface ${changesName(method)} extends Omit<${paramsName(method)}, ${left}> {
      /** The time from which changes are read, if there is no cursor yet (inclusive). */
      since?: string | Date | undefined;
    }\n`;
}

/** @param {Resource} resource */
function classText(resource, shared, use) {
  const { name: base } = BASES[resource.path.join('.')] ?? { name: 'Resource' };
  const children = resource.children.map(
    (child) => `  readonly ${child.name} = new ${className(child)}(this.client);\n`,
  );
  const methods = resource.methods.map((method) => methodText(method, resource, shared, use));
  return `/** \`parley.${resource.path.join('.')}\` */
    export class ${className(resource)} extends ${base} {\n${[children.join(''), ...methods].filter(Boolean).join('\n')}}\n`;
}

const withChildren = (resource) => [...resource.children.flatMap(withChildren), resource];

/** @param {Resource} top */
function resourceFile(top, shared) {
  const imports = new Imports();
  const resources = withChildren(top);
  const params = resources.flatMap(({ methods }) =>
    methods.map((method) => paramsText(method, shared, imports.use)),
  );
  const classes = resources.map((one) => classText(one, shared, imports.use));
  const base = BASES[top.name] ?? { name: 'Resource', module: 'resource' };
  return `import { ${base.name} } from '../../core/${base.module}.ts';
    ${imports.text('../')}
    ${[...params.filter(Boolean), ...classes].join('\n')}`;
}

/** @param {Model} model */
function clientText(model, shared) {
  const imports = new Imports();
  const { children, methods } = model.root;
  const params = methods.map((method) => paramsText(method, shared, imports.use));
  const own = methods.map((method) => methodText(method, undefined, shared, imports.use));
  const about = [
    'The resources of the API, and the operations that belong to none.',
    `All operations may fail with ${codeList(shared.errors)}.`,
  ];
  return `import { Resource } from '../core/resource.ts';
    ${imports.text('')}${children.map((one) => `import { ${className(one)} } from './resources/${one.name}.ts';`).join('\n')}

    ${params.join('\n')}
    ${comment(about)}export class Api extends Resource {
      ${children.map((one) => `readonly ${one.name} = new ${className(one)}(this.client);`).join('\n')}

      ${own.join('\n')}
    }`;
}

/** @param {Model} model */
function indexText(model) {
  const modules = [
    'version',
    'events',
    'client',
    ...model.root.children.map(({ name }) => `resources/${name}`),
  ];
  // Types alone are no module at run time.
  return [
    ...modules.map((module) => `export * from './${module}.ts';`),
    "export type * from './types.ts';",
  ].join('\n');
}
