// `node sdks/generator/surface.mjs`: names, per method of each library, what a program of today would notice of the changes since the
// last release (openapi/released.json). Ends with 1 where one breaks a program, unless the next version is a major one.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { modelOf, snake } from './model.mjs';

/** @import { Field, Model, Resource, Type } from './model.mjs' */

const SPELLINGS = {
  node: (path) => `parley.${path}`,
  python: (path) => `parley.${snakePath(path)}`,
  ruby: (path) => `parley.${snakePath(path)}`,
  php: (path) => `$parley->${path.replaceAll('.', '->')}`,
};
const snakePath = (path) => path.split('.').map(snake).join('.');

/** @typedef {{where: string, what: string, isBreaking: boolean}} Change */

/**
 * The changes between two models: of methods, by their path in a client, and of types.
 * @param {Model} before
 * @param {Model} after
 * @returns {Change[]}
 */
export function changesBetween(before, after) {
  const [old, now] = [surfaceOf(before), surfaceOf(after)];
  const changes = [];
  const note = (where, what, isBreaking = true) => changes.push({ where, what, isBreaking });
  for (const [where, was] of old) {
    const is = now.get(where);
    if (is === undefined) note(where, 'is gone');
    else compare(where, was, is, note);
  }
  for (const where of now.keys()) if (!old.has(where)) note(where, 'is new', false);
  return changes;
}

/** @param {Model} model */
function surfaceOf({ root, types }) {
  const found = new Map();
  /** @param {Resource} resource */
  const walk = ({ methods, children }) => {
    for (const method of methods) {
      const { resource, name, pathParams, query, body, result } = method;
      found.set([...resource, name].join('.'), {
        isMethod: true,
        positional: pathParams.length,
        given: new Map([...query, ...(body?.fields ?? [])].map((field) => [field.name, field])),
        result: `${result.kind} ${result.type === undefined ? '' : textOf(result.type)}`,
      });
    }
    children.forEach(walk);
  };
  walk(root);
  for (const { name, fields, values, inRequests, inResponses } of types)
    found.set(name, { isMethod: false, fields, values, inRequests, inResponses });
  return found;
}

function compare(where, was, is, note) {
  if (was.isMethod) {
    if (was.positional !== is.positional)
      note(where, `takes ${is.positional} ids, and took ${was.positional}`);
    if (was.result !== is.result)
      note(where, `returns ${is.result.trim()}, and returned ${was.result.trim()}`);
    compareGiven(where, was.given, is.given, note);
    return;
  }
  if (was.values !== undefined && was.inRequests)
    for (const value of was.values)
      if (!is.values?.includes(value)) note(where, `does not have ${value} any more`);
  const [old, now] = [was.fields, is.fields].map(
    (fields = []) => new Map(fields.map((field) => [field.name, field])),
  );
  if (was.inRequests) compareGiven(where, old, now, note);
  if (was.inResponses) compareRead(where, old, now, note);
}

/** What a program gives: parameters and fields of requests. */
function compareGiven(where, old, now, note) {
  for (const [name, was] of old) {
    const is = now.get(name);
    if (is === undefined) note(where, `does not take ${name} any more`);
    else if (is.required && !was.required) note(where, `needs ${name}`);
    else if (was.nullable && !is.nullable) note(where, `does not take null for ${name} any more`);
    else if (!accepts(is.type, was.type))
      note(where, `takes ${textOf(is.type)} for ${name}, and took ${textOf(was.type)}`);
  }
  for (const [name, is] of now)
    if (!old.has(name)) note(where, `takes ${name}${is.required ? ', which it needs' : ''}`, is.required);
}

/** What a program reads: fields of answers. */
function compareRead(where, old, now, note) {
  for (const [name, was] of old) {
    const is = now.get(name);
    if (is === undefined) note(where, `does not have ${name} any more`);
    else if (textOf(is.type) !== textOf(was.type))
      note(where, `${name} is ${textOf(is.type)}, and was ${textOf(was.type)}`);
    else if (is.nullable && !was.nullable) note(where, `${name} may be null`);
  }
  for (const name of now.keys()) if (!old.has(name)) note(where, `has ${name}`, false);
}

/** Whether all values of the old type are values of the new one. */
function accepts(now, old) {
  if (now.kind === 'enum' && old.kind === 'enum')
    return now.open || old.values.every((value) => now.values.includes(value));
  if (now.kind === 'string' && old.kind === 'enum') return true;
  if (now.kind === 'union')
    return [old.kind === 'union' ? old.of : old]
      .flat()
      .every((one) => now.of.some((own) => accepts(own, one)));
  if (now.kind === old.kind && now.of !== undefined) return accepts(now.of, old.of);
  return textOf(now) === textOf(old);
}

/** @param {Type} type */
function textOf({ kind, name, of, values }) {
  if (kind === 'list') return `a list of ${textOf(of)}`;
  if (kind === 'map') return `a map of ${textOf(of)}`;
  if (kind === 'union') return of.map(textOf).join(' or ');
  if (kind === 'partial') return `a part of ${name}`;
  return name ?? (values === undefined ? kind : values.join(' or '));
}

/** A change in the words of each library. */
export function told({ where, what }, libraries = Object.keys(SPELLINGS)) {
  const isType = /^[A-Z]/.test(where);
  return isType ? `${where} ${what}` : `${libraries.map((one) => SPELLINGS[one](where)).join(', ')} ${what}`;
}

async function main() {
  const sdks = join(import.meta.dirname, '..');
  const read = async (...path) => JSON.parse(await readFile(join(sdks, ...path), 'utf8'));
  const [released, current] = await Promise.all(
    ['released', 'openapi'].map((name) => read('..', 'openapi', `${name}.json`)),
  );
  const names = await read('names.json');
  // Methods that the last release did not have are not in its document.
  const known = Object.values(released.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  const methods = Object.fromEntries(Object.entries(names.methods).filter(([id]) => known.includes(id)));
  const before = modelOf(released, released, { ...names, methods });
  const changes = changesBetween(before, modelOf(current, released, names));
  const major = ({ info }) => info.version.split('.')[0];
  for (const change of changes) console.log(`${change.isBreaking ? 'BREAKS ' : ''}${told(change)}`);
  if (changes.some(({ isBreaking }) => isBreaking) && major(released) === major(current))
    process.exitCode = 1;
}

if (process.argv[1] === import.meta.filename) await main();
