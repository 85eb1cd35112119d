// Requests every operation of an API document from a mock server of Prism. Prism compares the request with the document, answers
// with a success made of the examples of its schema, and compares that with the schema.
import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const START_DEADLINE_MS = 60_000;
const REQUEST_DEADLINE_MS = 30_000;

/** Returns the faults, one a line: an empty string if each operation answers with a success that it documents. */
export async function requestOperations(program, file) {
  const document = JSON.parse(readFileSync(file, 'utf8'));
  const child = spawn(program, ['mock', '--port', '0', file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  try {
    const origin = await originOf(child);
    const faults = [];
    for (const request of requestsOf(document)) {
      const fault = await faultOf(origin, request);
      if (fault !== undefined) faults.push(fault);
    }
    return faults.join('\n');
  } finally {
    child.kill();
    await exit;
  }
}

/** Resolves to the address that Prism listens on, which its last line at the start tells. */
async function originOf(child) {
  const output = [];
  const lines = createInterface({ input: child.stdout });
  const signal = AbortSignal.timeout(START_DEADLINE_MS);
  for await (const [line] of on(lines, 'line', { close: ['close'], signal })) {
    output.push(line);
    const origin = /listening on (http:\S+)/.exec(line)?.[1];
    if (origin === undefined) continue;
    // Prism logs every request, and stops once nobody empties the pipe.
    child.stdout.resume();
    return origin;
  }
  throw new Error(`Prism ended at its start:\n${output.join('\n')}`);
}

/** One request for each media type of the body of each operation, and one for an operation without a body. */
function requestsOf(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { responses }]) => responses !== undefined)
      .flatMap(([method, operation]) => {
        const parameters = (operation.parameters ?? []).map((parameter) => targetOf(document, parameter));
        const secured = (operation.security ?? document.security).length > 0;
        const bodies = Object.entries(operation.requestBody?.content ?? { '': {} });
        return bodies.map(([type, { example }]) => ({
          name: `${operation.operationId} ${type}`.trim(),
          method: method.toUpperCase(),
          url: urlOf(path, parameters),
          headers: headersOf(type, parameters, secured),
          body: bodyOf(type, example),
          responses: operation.responses,
        }));
      }),
  );
}

const targetOf = (document, value) =>
  value.$ref === undefined
    ? value
    : value.$ref
        .slice('#/'.length)
        .split('/')
        .reduce((at, key) => at[key], document);

function urlOf(path, parameters) {
  const filled = examplesOf(parameters, 'path').reduce(
    (url, parameter) => url.replace(`{${parameter.name}}`, textOf(parameter)),
    path,
  );
  const query = examplesOf(parameters, 'query').map((parameter) => `${parameter.name}=${textOf(parameter)}`);
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

/** Cursors have no example, and are optional. */
const examplesOf = (parameters, place) =>
  parameters.filter((parameter) => parameter.in === place && parameter.example !== undefined);

/** Lists are separated by commas: the document has no other style. */
const textOf = ({ example }) => [example].flat().map(encodeURIComponent).join(',');

function headersOf(type, parameters, secured) {
  const headers = new Headers(examplesOf(parameters, 'header').map(({ name, example }) => [name, example]));
  if (secured) headers.set('authorization', 'Bearer sk_test_example');
  // The type of a multipart form names its boundary, which `fetch` chooses.
  if (type !== '' && type !== 'multipart/form-data') headers.set('content-type', type);
  return headers;
}

function bodyOf(type, example) {
  if (type === '') return undefined;
  if (type === 'application/json') return JSON.stringify(example);
  if (type === 'application/x-www-form-urlencoded') return new URLSearchParams(example);
  const form = new FormData();
  // Prism takes every part of a multipart form for a string, so it refuses the parts that are JSON and those of a list.
  for (const [name, value] of Object.entries(example))
    if (typeof value !== 'object') form.append(name, value);
  return form;
}

/** Returns what is wrong with the answer to a request, or undefined. */
async function faultOf(origin, { name, url, responses, ...init }) {
  const signal = AbortSignal.timeout(REQUEST_DEADLINE_MS);
  const response = await fetch(`${origin}${url}`, { ...init, redirect: 'manual', signal });
  const body = await response.text();
  // Prism lists here what differs from the document, in the request and in its own answer.
  const violations = response.headers.get('sl-violations');
  if (violations === null && (isSuccess(response.status, responses) || isEventStream(responses, body)))
    return undefined;
  return `${name}: ${init.method} ${url}: ${response.status} ${violations ?? body}`;
}

const isSuccess = (status, responses) => status < 400 && responses[status] !== undefined;

/** The schema of an event stream is that of its `data`: Prism accepts the request, but cannot write an object as text. */
const isEventStream = (responses, body) =>
  responses['200']?.content?.['text/event-stream'] !== undefined && body.includes('#NO_COMPLEX_OBJECT_TEXT');
