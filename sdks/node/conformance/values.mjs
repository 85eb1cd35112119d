// Names, files and outcomes as the conformance suite has them, and as this library does.
import { createReadStream, openAsBlob, readFileSync } from 'node:fs';
import { Page, responseOf } from '../src/index.ts';

const camel = (name) => name.replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase());
const snake = (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const mapped = (object, change) =>
  Object.fromEntries(Object.entries(object ?? {}).map(([name, value]) => change(name, value)));
const snaked = (object) => mapped(object, (name, value) => [snake(name), value]);

/** The options of this library are in milliseconds, those of scenarios in seconds. */
export const optionsOf = (options) =>
  mapped(options, (name, value) => [camel(name), /timeout$/.test(name) ? value * 1000 : value]);

/** A source to upload. */
export async function fileOf({ path, from, offset = 0, ...given }) {
  const stream = () => createReadStream(path, { start: offset });
  const data = {
    bytes: () => readFileSync(path).subarray(offset),
    seekable: async () => (await openAsBlob(path)).slice(offset),
    once: stream,
    factory: () => stream,
  }[from];
  return data === undefined ? { path, ...given } : { data: await data(), name: 'file', ...given };
}

const attemptOf = ({ delay, requestId, ...others }) => ({
  ...others,
  delay: delay / 1000,
  request_id: requestId,
});

function infoOf(result) {
  try {
    return responseOf(result);
  } catch {
    return undefined;
  }
}

export function resultOf(result) {
  const info = infoOf(result);
  // An object of OAuth: tokens show themselves only when they are asked.
  if (info === undefined) return { result: snaked(result?.toObject?.() ?? result) };
  const { status, requestId, etag, replayed, deprecation, sunset, rateLimit, headers, included } = info;
  const response = snaked({ status, requestId, etag, replayed, deprecation, sunset, rateLimit, headers });
  response.attempts = info.attempts.map(attemptOf);
  if (!(result instanceof Page)) response.included = included;
  const isOwn = 'alreadyGone' in result || 'notModified' in result;
  return { result: isOwn ? snaked(result) : result, response };
}

export function errorOf(error) {
  const classes = [];
  for (let one = error.constructor; one !== Error && one?.name; one = Object.getPrototypeOf(one))
    classes.push(one.name.replace(/Error$/, ''));
  return { ...snaked(error), attempts: error.attempts?.map(attemptOf), classes, message: error.message };
}
