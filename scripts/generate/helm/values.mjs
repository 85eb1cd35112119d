// The values of the chart: those of fields.yaml for each process and image, and those that derive from the manifests.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import yaml from 'js-yaml';
import { configsOf } from '../../check/k8s/settings.mjs';
import { settingsSchema, TYPES } from './schema.mjs';
import { camel, Expression } from './template.mjs';
import { Choice } from './variants.mjs';

const table = yaml.safeLoad(readFileSync(join(import.meta.dirname, 'fields.yaml'), 'utf8'));
const isEntry = (node) => node.is !== undefined;

/** Entries of a group, with its names in front. Groups and paths named PROCESS or IMAGE stand for each of these. */
function* entriesOf(group, names, prefix = [], replaced = ['', '']) {
  const fill = (text) => text.replace(replaced[0], replaced[1]);
  for (const [key, node] of Object.entries(group)) {
    if (names[key] !== undefined) {
      for (const name of names[key]) yield* entriesOf(node, names, [...prefix, name], [key, name]);
    } else if (isEntry(node)) {
      const places = [node.at ?? []].flat().map((place) => fill(place).split(' '));
      yield { ...node, value: [...prefix, key].join('.'), places };
    } else yield* entriesOf(node, names, [...prefix, key], replaced);
  }
}

/** Whether a name of an object is the one of a field, of which `*` is any. */
const matches = (wanted, name) =>
  wanted.endsWith('/*') ? name.startsWith(wanted.slice(0, -1)) : wanted === name;

/** A tree, or both alternatives where it is a Choice. */
const alternatives = (tree) =>
  tree instanceof Choice
    ? [tree.value, tree.otherwise].flatMap(alternatives)
    : tree === undefined
      ? []
      : [tree];

/** What is at a key: `*` is any, and an element of a list has the key of its name or its place. */
function stepInto(place, key) {
  const inside = Object.values(place).flatMap(alternatives);
  if (key === '*') return inside;
  const named = Array.isArray(place) ? inside.filter(({ name }) => name === key) : [];
  return named.length > 0 ? named : alternatives(place[key]);
}

/** The places of a path in a tree, as pairs of a map or list and a key. */
function placesOf(tree, path) {
  const keys = path.split('.');
  const last = keys.pop();
  return keys
    .reduce((places, key) => places.flatMap((place) => stepInto(place, key)), [tree])
    .map((place) => [place, last]);
}

const textIn = (value, within) =>
  value === undefined ? undefined : new RegExp(within).exec(JSON.stringify(value))?.[0];

const valueIn = (objects, places, within) =>
  objects
    .flatMap(([name, tree]) =>
      places
        .filter(([wanted]) => matches(wanted, name))
        .flatMap(([, path]) => placesOf(tree, path).map(([place, key]) => place[key])),
    )
    .map((value) => (within === undefined ? value : textIn(value, within)))
    .find((value) => value !== undefined);

const formOf = (value) =>
  typeof value === 'string' ? 'quote' : value !== null && typeof value === 'object' ? 'yaml' : 'plain';

/** The expression of a value in its place. The number of pods is left to an autoscaler. */
function expressionFor({ value, initial, empty }) {
  const [, name] = /^(\w+)\.replicas$/.exec(empty === null ? value : '') ?? [];
  const text =
    name === undefined
      ? `.Values.${value}`
      : `and (not .Values.${name}.autoscaling.enabled) .Values.${value}`;
  return new Expression(text, formOf(initial), empty !== undefined);
}

/** The settings that a ConfigMap of these processes may have: no secrets, no addresses of the process, none that its pod sets. */
function settingsOf(processes, fixed) {
  const known = processes.map((name) =>
    Object.assign({}, ...configsOf(name).map(({ settings }) => settings)),
  );
  return Object.entries(known[0] ?? {}).filter(
    ([name, { secret }]) =>
      secret !== true &&
      !fixed.includes(name) &&
      !/_(?:HOST|PORT|ADDRESSES)$/.test(name) &&
      known.every((settings) => settings[name] !== undefined),
  );
}

/**
 * All values: `{ value, places, initial, description, schema }`.
 * @param trees pairs of the name of an object and its tree
 * @param switches pairs of the value and the description of what can be enabled
 * @param prefix what precedes the name of a process in the name of its image
 * @param settings ConfigMaps of variables, by name: the processes that have them, and the variables that their pods set
 */
export function valuesFor({ trees, processes, pods, switches, prefix, settings, secrets }) {
  const enabling = switches.map(([name, is]) => [name, { default: false, as: 'boolean', is }]);
  const groups = { ...table };
  for (const [name, enabled] of enabling) groups[name] = { enabled, ...groups[name] };
  const names = { PROCESS: processes, IMAGE: [...processes, 'operations'] };
  const fields = [...entriesOf(groups, names)].map(({ as, is, places, default: given, ...entry }) => {
    const at = places.flatMap(([object, path]) =>
      (object === 'POD' ? pods : [object]).map((one) => [one, path]),
    );
    const found = entry.value === 'image.prefix' ? prefix : valueIn(trees, at, entry.within);
    const initial = [entry.empty, given, found].find((one) => one !== undefined);
    if (initial === undefined)
      throw new Error(`fields.yaml: ${entry.value}: nothing is at ${at.join(' or ')}`);
    return { ...entry, places: at, initial, description: is, schema: TYPES[as] };
  });
  return [
    ...fields,
    ...[...settings].map(([name, { processes: having, fixed }]) => ({
      value: `settings.${name}`,
      places: [],
      initial: {},
      description: `Settings (docs/configuration.md) of ${having.join(', ')}`,
      schema: settingsSchema(settingsOf(having, fixed)),
    })),
    ...[...secrets].toSorted().map((name) => ({
      value: `secrets.${camel(name)}`,
      places: [],
      initial: name,
      description: `Name of the Secret ${name}`,
      schema: TYPES.name,
    })),
  ];
}

/** Puts expressions in the places of the fields of an object. */
export function insertFields(name, tree, entries) {
  for (const entry of entries.filter(({ within }) => within === undefined))
    for (const [, path] of entry.places.filter(([wanted]) => matches(wanted, name)))
      for (const [place, key] of placesOf(tree, path))
        if (place[key] !== undefined || entry.empty !== undefined) place[key] = expressionFor(entry);
}

const isMap = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/** What one value has that another lacks. Helm merges maps, so that the others of their entries can be left out. */
function difference(value, other) {
  if (isDeepStrictEqual(value, other)) return undefined;
  if (!isMap(value) || !isMap(other)) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, difference(one, other[key])]);
  return Object.fromEntries(entries.filter(([, one]) => one !== undefined));
}

/** The values in which objects differ from the defaults, such as those of an overlay. */
export const differingValues = (entries, objects) =>
  entries.flatMap((entry) => {
    const value = valueIn(objects, entry.places, entry.within);
    const initial = value === undefined ? undefined : difference(value, entry.initial);
    return initial === undefined ? [] : [{ ...entry, initial }];
  });
