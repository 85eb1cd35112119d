// The generated part of the Python library: src/parley/_generated. The same templates give the sync and the asyncio classes.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { methodsBelow, pascal, snake } from './model.mjs';

/** @import { Field, Method, Model, NamedType, Resource, Type } from './model.mjs' */

export const folders = ['src/parley/_generated'];

const HEADER = '# Generated from the API document by `npm run sdks`. Do not edit.\n';
const DOC_WIDTH = 124;
/** Names that the language keeps for itself: fields and arguments of these names end with an underscore. */
export const KEYWORDS = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if import in is
  lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);
/** Members of the parents of records and clients, which a field or a resource must not hide. */
const MEMBERS = new Set(['to_dict', 'aclose', 'close', 'with_options']);
/** What resources may import. */
const IMPORTS = {
  'collections.abc': ['Callable'],
  functools: ['cached_property'],
  typing: ['TYPE_CHECKING', 'Unpack', 'overload'],
  '..._core.client': ['Resource'],
  '..._core.download': ['AsyncDownloads', 'Downloads'],
  '..._core.model': ['Deleted', 'NotModified', 'Result', 'by_prefix'],
  '..._core.page': ['AsyncChanges', 'AsyncPage', 'Changes', 'Page'],
  '..._core.request': ['AsyncOptions', 'AsyncReadOptions', 'Options', 'ReadOptions'],
  '..._core.stream': ['AsyncEventStream', 'EventStream'],
  '..._core.sync_transport': ['run'],
};

/**
 * @param {Model} model
 * @returns {Promise<Record<string, string>>} text by path
 */
export async function generate(model) {
  const format = await formatter();
  const [common, ownModel] = withoutCommonCodes(model);
  const resources = ownModel.root.children.map((one) => [
    `resources/${snake(one.name)}.py`,
    resourceModule(one),
  ]);
  const texts = {
    '__init__.py': '"""What the API document gives: resources, records and inputs."""\n',
    'resources/__init__.py': docstring(
      '',
      'The operations of the API, by resource.',
      `Error codes of all: ${common.join(', ')}.`,
    ),
    'api.py': apiModule(model),
    'enums.py': enumsModule(model),
    'models.py': modelsModule(model),
    'inputs.py': inputsModule(model),
    'operations.py': operationsModule(model),
    'clients.py': clientsModule(ownModel),
    ...Object.fromEntries(resources),
  };
  const formatted = Object.entries(texts).map(([path, text]) => [
    `${folders[0]}/${path}`,
    format(HEADER + text),
  ]);
  return Object.fromEntries(formatted);
}

/** Ruff as WebAssembly, with the line length of the library. */
async function formatter() {
  const settings = await readFile(join(import.meta.dirname, '../python/pyproject.toml'), 'utf8');
  const [, lineLength] = settings.match(/^line-length = (\d+)$/m);
  let ruff;
  try {
    ruff = createRequire(import.meta.url)('@astral-sh/ruff-wasm-nodejs');
  } catch (cause) {
    throw new Error('@astral-sh/ruff-wasm-nodejs formats the Python library: npm install', { cause });
  }
  const options = { 'line-length': Number(lineLength), 'target-version': 'py311' };
  const workspace = new ruff.Workspace(options, ruff.PositionEncoding.Utf16);
  return (text) => workspace.format(text);
}

/** The error codes of all methods, and a model whose methods have the others alone. @param {Model} model */
function withoutCommonCodes(model) {
  const own = structuredClone(model);
  const methods = methodsBelow(own.root);
  const common = methods[0].errors.filter((code) => methods.every(({ errors }) => errors.includes(code)));
  for (const method of methods) method.errors = method.errors.filter((code) => !common.includes(code));
  return [common, own];
}

const hasBody = ({ body }) => body !== undefined;
const constant = (method) => `ops.${snake(method.id).toUpperCase()}`;
const quoted = (values) => values.map((value) => JSON.stringify(value)).join(', ');
const sentence = (text) => (text === '' || /[.:?]$/.test(text) ? text : `${text}.`);

/** A docstring of paragraphs. */
function docstring(indent, ...paragraphs) {
  const lines = paragraphs
    .filter(Boolean)
    .flatMap((text) => ['', ...text.trim().split('\n')])
    .slice(1)
    .flatMap((line) => wrapped(line.replaceAll('\\', '\\\\'), DOC_WIDTH - indent.length))
    .map((line) => (line ? indent + line : ''));
  if (lines.length === 0) return '';
  return `${indent}"""${lines.join('\n').trim()}${lines.length === 1 ? '' : `\n${indent}`}"""\n`;
}

function wrapped(text, width) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`;
    if (longer.length > width && lines.at(-1) !== '') lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

// Types

const TIME = 'str | datetime';
const SCALARS = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  any: 'Any',
  file: 'FileInput',
};

/** @param {Type} type @param {boolean} isInput */
function typeText(type, isInput) {
  const inner = (one) => typeText(one, isInput);
  switch (type.kind) {
    case 'datetime':
      return isInput ? TIME : 'str';
    case 'enum':
      return (
        (type.name ? `enums.${type.name}` : `Literal[${quoted(type.values)}]`) + (type.open ? ' | str' : '')
      );
    case 'list':
      return `${isInput ? 'Sequence' : 'list'}[${inner(type.of)}]`;
    case 'map':
      return `${isInput ? 'Mapping' : 'dict'}[str, ${inner(type.of)}]`;
    case 'union':
      return [...new Set(type.of.map(inner))].join(' | ');
    case 'ref':
      return type.name;
    case 'partial':
      return `Partial${type.name}`;
    default:
      return SCALARS[type.kind];
  }
}

/** The document calls the times in queries strings. @param {Field} field */
const inputText = ({ name, type }) =>
  type.kind === 'string' && /_(after|before)$/.test(name) ? TIME : typeText(type, true);

const nullable = (text) => (text === 'Any' ? text : `${text} | None`);

/** @returns {Type[]} the named types in a type, or in the fields of one */
function refsIn({ kind, name, fields, of }) {
  if (kind === 'ref' || kind === 'partial') return [{ kind, name }];
  return fields ? fields.flatMap(({ type }) => refsIn(type)) : [of ?? []].flat().flatMap(refsIn);
}

/** @param {Model} model */
const apiModule = ({ version, sha256, errorCodes, scopes }) => `
"""The API document that this release was made from."""

API_VERSION = "${version}"
API_DOCUMENT_SHA256 = "${sha256}"
ERROR_CODES = frozenset({${quoted(errorCodes)}})
SCOPES = frozenset({${quoted(scopes)}})
`;

/** @param {Model} model */
const enumsModule = ({ types }) => `
"""Words with a fixed set of values. A later server may send others, which are kept."""

from typing import Literal, TypeAlias

${types
  .filter(({ kind }) => kind === 'enum')
  .map(
    (one) =>
      `${one.name}: TypeAlias = Literal[${quoted(one.values)}]\n${docstring('', sentence(one.description))}`,
  )
  .join('\n')}`;

/** @param {Model} model */
function modelsModule({ types, events }) {
  const isSame = (field) => (one) => JSON.stringify(one) === JSON.stringify(field);
  const common = events[0].fields.filter((field) => events.every(({ fields }) => fields.some(isSame(field))));
  const own = (fields) => fields.filter((field) => !common.some(isSame(field)));
  const named = types.filter(({ inResponses, kind }) => inResponses && !['enum', 'union'].includes(kind));
  const isEvent = new Set(events.map(({ name }) => name));
  const partials = new Set(
    named
      .flatMap(refsIn)
      .filter(({ kind }) => kind === 'partial')
      .map(({ name }) => name),
  );
  const required = { required: true, description: '' };
  const unknown = [
    { ...required, name: 'event', type: { kind: 'string' } },
    { ...required, name: 'data', type: { kind: 'map', of: { kind: 'any' } } },
  ];
  const texts = named.map((type) => {
    if (type.kind === 'map') return `${type.name}: TypeAlias = ${typeText(type, false)}\n`;
    return isEvent.has(type.name)
      ? classText({ ...type, fields: own(type.fields) }, 'Event')
      : classText(type);
  });
  return `
"""The records of the API. Fields that the server did not send read as None."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

# Aliases that no field of a record can hide.
from .._core.model import Model
from .._core.model import field as _field
from .._core.model import map_field as _map_field
from . import enums

${classText({ name: 'Event', description: 'What every event has', fields: common })}

${texts.join('\n\n')}

${named
  .filter(({ name }) => partials.has(name))
  .map(partialText)
  .join('\n\n')}

${classText({ name: 'UnknownEvent', description: 'An event that this release does not know', fields: unknown }, 'Event')}

WebhookEvent: TypeAlias = ${events.map(({ name }) => name).join(' | ')}

EVENT_TYPES: dict[str, type[WebhookEvent]] = {${events.map(({ event, name }) => `"${event}": ${name}`).join(', ')}}
`;
}

function partialText({ name, fields }) {
  const description = `Fields of ${name}, as far as they are there; None also stands for null`;
  const optional = fields.map((field) => ({ ...field, required: false, description: '' }));
  return classText({ name: `Partial${name}`, description, fields: optional });
}

/** @param {NamedType} type */
function classText({ name, description, fields }, parent = 'Model') {
  const lines = fields.map((field) => {
    if (MEMBERS.has(field.name)) throw new Error(`${name}.${field.name} would hide a member of Model`);
    const text = typeText(field.type, false);
    const isOptional = field.nullable || !field.required || field.since !== undefined;
    const model = refsIn(field.type).find((ref) => ref.name !== 'CustomFields');
    const reader = model && field.type.kind === 'map' ? '_map_field' : '_field';
    const attribute = KEYWORDS.has(field.name) ? `${field.name}_` : field.name;
    const type = isOptional ? nullable(text) : text;
    const value = `${reader}(${model ? `lambda: ${typeText(model, false)}` : ''})`;
    return `    ${attribute}: ${reader}[${type}] = ${value}\n${docstring('    ', sentence(field.description))}`;
  });
  return `class ${name}(${parent}):\n${docstring('    ', sentence(description))}\n    __slots__ = ()\n${lines.join('')}`;
}

/** @param {Model} model */
function inputsModule({ types, root }) {
  const named = types.filter(({ inRequests, kind }) => inRequests && kind !== 'enum');
  const aliases = named.filter(({ kind }) => kind === 'map');
  const texts = [
    ...aliases.map(({ name, of }) => `${name}: TypeAlias = Mapping[str, ${nullable(typeText(of, true))}]\n`),
    ...named
      .filter(({ kind }) => kind === 'object')
      .map((one) => typedDict(one.name, one.description, one.fields)),
    ...methodsBelow(root)
      .filter(({ query }) => query.length > 0)
      .map((method) => typedDict(queryName(method), `Parameters: ${method.summary}`, method.query)),
  ];
  return `
"""What the methods take: dictionaries with the fields of the API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .._core.multipart import FileInput
from . import enums

${texts.join('\n\n')}
`;
}

const queryName = (method) => `${pascal(method.id)}Query`;

function typedDict(name, description, fields) {
  const lines = fields.map((field) => {
    if (field.name === 'options') throw new Error(`${name}.${field.name} is no name of an argument`);
    const key = KEYWORDS.has(field.name) ? `${field.name}_` : field.name;
    const text = inputText(field);
    const type = field.nullable ? nullable(text) : text;
    const doc = docstring('    ', sentence(field.description));
    return `    ${key}: ${field.required ? type : `NotRequired[${type}]`}\n${doc}`;
  });
  return `class ${name}(TypedDict):\n${docstring('    ', sentence(description))}\n${lines.join('')}`;
}

// Operations

/** @param {Model} model */
const operationsModule = ({ root }) => `
"""The operations of the API as the core sends them."""

from .._core.request import Operation

${methodsBelow(root)
  .map((method) => {
    const files = (method.body?.files ?? []).map(({ name, wire }) => `"${name}": "${wire}"`);
    const isForm = method.body?.fields.some(({ type }) => type.kind === 'file');
    const flags = [
      method.isKeyed && 'is_keyed=True',
      hasBody(method) && 'has_body=True',
      isForm && 'is_form=True',
      files.length > 0 && `files={${files}}`,
    ];
    const values = quoted([method.id, method.verb, method.path.replaceAll(/\{\w+\}/g, '{}')]);
    return `${constant(method).slice(4)} = Operation(${[values, ...flags.filter(Boolean)].join(', ')})\n`;
  })
  .join('')}`;

/** The imports for the names in a text, but for its docstrings. */
const importsFor = (text, modules) =>
  Object.entries(modules)
    .map(([module, names]) => [
      module,
      names.filter((name) => new RegExp(`\\b${name}\\b`).test(text.replaceAll(/"""[^]*?"""/g, ''))),
    ])
    .filter(([, names]) => names.length > 0)
    .map(([module, names]) => `from ${module} import ${names.join(', ')}\n`)
    .join('');

/** The sync classes of a resource, then those for asyncio. @param {Resource} root */
function resourceModule(root) {
  const withChildren = (resource) => [...resource.children.flatMap(withChildren), resource];
  const body = [false, true]
    .flatMap((isAsync) => withChildren(root).map((one) => resourceClass(one, isAsync)))
    .join('\n\n');
  const typing = importsFor(body, { datetime: ['datetime'], '..': ['inputs'] });
  const own = importsFor(typing ? `${body} TYPE_CHECKING` : body, IMPORTS);
  return `
"""${pascal(root.name)}."""

from __future__ import annotations

${/\bbuiltins\./.test(body) ? 'import builtins\n' : ''}${own.replace('from ..._core', '\nfrom ..._core')}from .. import models
from .. import operations as ops

${typing ? `if TYPE_CHECKING:\n    ${typing.trim().replaceAll('\n', '\n\n    ')}\n` : ''}

${body}`;
}

const className = (resource, isAsync) => (isAsync ? 'Async' : '') + resource.path.map(pascal).join('');

/** @param {Resource} resource */
function resourceClass(resource, isAsync, { name, parent, doc, load } = {}) {
  const isFiles = resource.methods.some((method) => method.name === 'upload');
  const parents = parent ?? `${isFiles ? `${isAsync ? 'Async' : ''}Downloads, ` : ''}Resource`;
  const members = resource.children.map((child) => {
    if (MEMBERS.has(child.name)) throw new Error(`${child.name} would hide a member of the client`);
    const type = className(child, isAsync);
    const body = `${load?.(child, type) ?? ''}        return ${type}(self._core)\n`;
    return `    @cached_property\n    def ${snake(child.name)}(self) -> ${type}:\n${body}`;
  });
  const methods = resource.methods.map((method) => methodText(method, resource, isAsync));
  return `class ${name ?? className(resource, isAsync)}(${parents}):\n${doc ?? ''}${[...members, ...methods].join('\n')}`;
}

/** @param {Method} method @param {Resource} resource */
function methodText(method, resource, isAsync) {
  const prefix = isAsync ? 'Async' : '';
  const get =
    method.name === 'update' && method.isConditional && resource.methods.find(({ name }) => name === 'get');
  const given = hasBody(method) ? 'body' : 'query';
  const input = hasBody(method) ? method.body?.type : method.query.length > 0 && queryName(method);
  const positional = method.pathParams.map((one) => `${one}: str`);
  if (get)
    positional.push(`change: Callable[[models.${get.result.type.name}], inputs.${input}] | None = None`);
  const type = typeOf(method, prefix);
  const isLazy = ['page', 'stream'].includes(method.result.kind);
  const def = (options, result) => {
    const parameters = ['self', ...positional, positional.length > 0 && '/', '*', options];
    if (input) parameters.push(`**${given}: Unpack[inputs.${input}]`);
    const name = `${isAsync && !isLazy ? 'async ' : ''}def ${snake(method.name)}`;
    return `    ${name}(${parameters.filter(Boolean).join(', ')}) -> ${result}:`;
  };
  const optional = `options: ${prefix}Options | None = None`;
  const read = `options: ${prefix}ReadOptions`;
  const overloads = `    @overload\n${def(optional, type)} ...\n    @overload\n${def(read, `${type} | NotModified`)} ...\n`;
  const signature = method.isCacheable
    ? overloads + def(`${read} | ${optional.slice('options: '.length)}`, `${type} | NotModified`)
    : def(optional, type);
  const work = callOf(method, { prefix, given: input ? given : '{}', get });
  const call = isLazy ? work : isAsync ? `await self._core.${work}` : `run(self._core.${work})`;
  return `${signature}\n${methodDoc(method, get)}        return ${call}\n${changesText(method, type, prefix)}`;
}

/** @param {Method} method */
function methodDoc({ summary, description, errors }, isEdit) {
  const edit =
    '`change` is called with the record as it is, and returns what to change; again if another writer was faster.';
  const codes = errors.length > 0 && `Error codes, besides those of all: ${errors.join(', ')}.`;
  return docstring('        ', sentence(summary), description, isEdit && edit, codes);
}

/** @param {Method} method */
function typeOf({ result: { kind, type, kinds, meta } }, prefix) {
  // A method of the class is called list.
  if (kinds !== undefined) return `${prefix}Page[${kinds.map(({ name }) => `models.${name}`).join(' | ')}]`;
  const data = type?.kind === 'list' ? `builtins.list[models.${type.of.name}]` : `models.${type?.name}`;
  if (kind === 'none') return 'Deleted';
  if (kind === 'stream') return `${prefix}EventStream`;
  if (kind === 'page') return `${prefix}Page[${data}]`;
  return kind === 'result' ? `Result[${data}, models.${meta}]` : data;
}

/** @param {Method} method */
function callOf(method, { prefix, given, get }) {
  const { kind, type, kinds, meta } = method.result;
  const ids = `(${method.pathParams.join(', ')}${method.pathParams.length === 1 ? ',' : ''})`;
  const model =
    kinds === undefined
      ? `models.${type?.kind === 'list' ? type.of.name : type?.name}`
      : `by_prefix({${kinds.map(({ prefix: before, name }) => `"${before}": models.${name}`).join(', ')}})`;
  const rest = [ids, ...(get ? ['change'] : []), given, 'options'].join(', ');
  const operation = constant(method);
  if (kind === 'none') return `nothing(${operation}, ${ids}, options)`;
  if (kind === 'stream') return `${prefix}EventStream(self._core.stream(${operation}, ${given}, options))`;
  if (kind === 'page') return `${prefix}Page(self._core.listing(${operation}, ${model}, ${rest}))`;
  if (kind === 'result')
    return `${type.kind === 'list' ? 'results' : 'result'}(${operation}, ${model}, models.${meta}, ${rest})`;
  if (get) return `update(${constant(get)}, models.${get.result.type.name}, ${operation}, ${model}, ${rest})`;
  return `${method.isCacheable ? 'read' : 'record'}(${operation}, ${model}, ${rest})`;
}

/** The lists whose changes can be followed, and that of events, have `changes`. @param {Method} method */
function changesText(method, type, prefix) {
  const isEvents = method.path === '/v1/events';
  const since = isEvents ? 'created_after' : 'updated_after';
  if (
    !method.isPaged ||
    !method.query.some(({ name }) => name === since) ||
    (!isEvents && since === 'created_after')
  )
    return '';
  const sort = isEvents ? 'logged_at' : 'updated_at';
  const parameters = `*, since: str | datetime | None = None, cursor: str | None = None, options: ${prefix}Options | None = None`;
  return `
    def changes(self, ${parameters}) -> ${type.replace('Page', 'Changes')}:
        """Follow changes, from a time on, or behind the \`resume_cursor\` of an earlier iteration."""
        query = {"${since}": since, "sort": "${sort}", "order": "asc"}
        return ${prefix}Changes(self._core.listing(${constant(method)}, models.${method.result.type.name}, (), query, options), cursor)
`;
}

/** @param {Model} model */
function clientsModule({ root }) {
  const load = (one, type) => `        from .resources.${snake(one.name)} import ${type}\n\n`;
  const imports = root.children.map((one) =>
    load(one, `${className(one, true)}, ${className(one, false)}`).trimEnd(),
  );
  const example = (text) => `    """The API: \`${text}\`."""\n\n`;
  const sync = { name: 'Parley', parent: 'Client', doc: example('ticket = Parley(…).tickets.get(id)'), load };
  const async = {
    name: 'AsyncParley',
    parent: 'AsyncClient',
    doc: example('ticket = await AsyncParley(…).tickets.get(id)'),
    load,
  };
  return `
"""The clients. A resource is imported when it is used first."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Unpack, overload

from .._core.client import AsyncClient, Client
from .._core.model import NotModified, Result
from .._core.request import AsyncOptions, AsyncReadOptions, Options, ReadOptions
from .._core.sync_transport import run
from . import models
from . import operations as ops

if TYPE_CHECKING:
    from . import inputs
${imports
  .sort()
  .map((line) => line.slice(4))
  .join('\n')}

${resourceClass(root, false, sync)}

${resourceClass(root, true, async)}`;
}
