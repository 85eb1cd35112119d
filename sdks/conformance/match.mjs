// What scenarios.json is written in: variables in `{{…}}`, computed values and matchers that begin with `$`. README.md lists them.
import { createHash, createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

const at = (value, path) => path.split('.').reduce((inner, name) => inner?.[name], value);
const base64 = (text) => Buffer.from(text, 'base64');
const keyOf = (secret) => (secret.startsWith('whsec_') ? base64(secret.slice(6)) : Buffer.from(secret));

/** Values that are computed when a step begins, or when the proxy answers. */
const COMPUTED = {
  $http_date: (seconds) => new Date(Date.now() + seconds * 1000).toUTCString(),
  $iso_date: (seconds) => new Date(Date.now() + seconds * 1000).toISOString(),
  $repeat: ([text, times]) => text.repeat(times),
  $join: (parts) => parts.join(''),
  /** Of Standard Webhooks. */
  $signature: ({ secret, id, timestamp, body }) =>
    `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  /** A URL with other parameters; null removes one. */
  $url: ({ url, query }) => {
    const changed = new URL(url);
    for (const [name, value] of Object.entries(query)) {
      if (value === null) changed.searchParams.delete(name);
      else changed.searchParams.set(name, value);
    }
    return changed.href;
  },
  $query: (url) => Object.fromEntries(new URL(url).searchParams),
  /** A field of each. */
  $pluck: ([list, name]) => list.map((one) => at(one, name)),
  $slice: ([list, from, to]) => list.slice(from, to),
  $without: ([object, name]) => Object.fromEntries(Object.entries(object).filter(([key]) => key !== name)),
  /** A text with this line end again and again, each time numbered, and split at another byte. */
  $splits: ([text, lineEnd]) =>
    Array.from({ length: splitPoints(text, lineEnd) }, (_, index) => {
      const bytes = numbered(text, lineEnd, index);
      return [bytes.subarray(0, index), bytes.subarray(index)];
    }).flat(),
  $split_points: ([text, lineEnd]) => splitPoints(text, lineEnd),
};

const numbered = (text, lineEnd, index) =>
  Buffer.from(text.replaceAll('{n}', String(index).padStart(4, '0')).replaceAll('\n', lineEnd));
const splitPoints = (text, lineEnd) => numbered(text, lineEnd, 0).length;

/**
 * Replaces variables and computes values.
 * @param {any} value of a scenario
 * @param {Record<string, any>} variables
 */
export function resolve(value, variables) {
  if (typeof value === 'string') return resolveText(value, variables);
  if (Array.isArray(value)) return value.map((one) => resolve(one, variables));
  if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) return value;
  const entries = Object.entries(value).map(([key, one]) => [
    resolveText(key, variables),
    resolve(one, variables),
  ]);
  const [[key, input] = []] = entries;
  if (entries.length === 1 && key in COMPUTED) return COMPUTED[key](input);
  return Object.fromEntries(entries);
}

function resolveText(text, variables) {
  const known = (path) => {
    const value = at(variables, path);
    if (value === undefined) throw new Error(`no variable ${path}`);
    return value;
  };
  const whole = /^\{\{([\w.-]+)\}\}$/.exec(text);
  if (whole !== null) return known(whole[1]);
  return text.replaceAll(/\{\{([\w.-]+)\}\}/g, (_, path) => known(path));
}

const sorted = (list) => list.map((one) => JSON.stringify(one)).sort();

/** Each gives whether a value is as the matcher says. `value` is undefined if it is absent. */
const MATCHERS = {
  $absent: (value, is) => (value === undefined || value === null) === is,
  $any: (value) => value !== undefined && value !== null,
  $match: (value, pattern) => typeof value === 'string' && new RegExp(pattern, 'u').test(value),
  $gte: (value, bound) => typeof value === 'number' && value >= bound,
  $lte: (value, bound) => typeof value === 'number' && value <= bound,
  $in: (value, list) => list.some((one) => isDeepStrictEqual(one, value)),
  $not: (value, matcher) => compare(value, matcher).length > 0,
  $or: (value, matchers) => matchers.some((one) => compare(value, one).length === 0),
  $length: (value, matcher) => compare(value?.length, matcher).length === 0,
  /** One of the items is as the matcher says. */
  $some: (value, matcher) => Array.isArray(value) && value.some((one) => compare(one, matcher).length === 0),
  $every: (value, matcher) =>
    Array.isArray(value) && value.every((one) => compare(one, matcher).length === 0),
  /** This many items are as the matcher says. */
  $count: (value, [count, matcher]) =>
    value?.filter((one) => compare(one, matcher).length === 0).length === count,
  /** So many different items; true: all. */
  $unique: (value, least) => new Set(sorted(value)).size >= (least === true ? value.length : least),
  /** The same items in any order. */
  $set: (value, items) => isDeepStrictEqual(sorted(value ?? []), sorted(items)),
  $includes: (value, items) => items.every((one) => value?.some((other) => isDeepStrictEqual(one, other))),
  /** No other keys. */
  $exactly: (value, expected) => isDeepStrictEqual(value, expected),
  /** The value as JSON text. */
  $text: (value, matcher) => compare(JSON.stringify(value ?? null), matcher).length === 0,
  $contains: (value, text) => typeof value === 'string' && value.includes(text),
  /** The value is what SHA-256 makes of the text, in Base64 for URLs. */
  $s256_of: (value, text) => value === createHash('sha256').update(text).digest('base64url'),
};

const shown = (value) => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
};
const isPlain = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * Compares a value with what is expected: objects may have more keys, lists are as long as they say.
 * @returns {string[]} what is different, with the path of each difference
 */
export function compare(value, expected, path = 'it') {
  if (Array.isArray(expected)) {
    if (!Array.isArray(value)) return [`${path} is ${shown(value)}, not a list`];
    if (value.length !== expected.length)
      return [`${path} has ${value.length} items, not ${expected.length}: ${shown(value)}`];
    return expected.flatMap((one, index) => compare(value[index], one, `${path}.${index}`));
  }
  if (!isPlain(expected))
    return isDeepStrictEqual(value, expected) ? [] : [`${path} is ${shown(value)}, not ${shown(expected)}`];
  return Object.entries(expected).flatMap(([key, inner]) => {
    if (!key.startsWith('$'))
      return compare(isPlain(value) ? value[key] : undefined, inner, `${path}.${key}`);
    if (MATCHERS[key] === undefined) throw new Error(`no matcher ${key}`);
    return MATCHERS[key](value, inner) ? [] : [`${path} is ${shown(value)}, not ${key} ${shown(inner)}`];
  });
}
