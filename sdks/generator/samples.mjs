// The samples of the API reference: each operation in the four languages and with curl, by operationId. They use the clients that the
// READMEs of the libraries make, `parley`. test/sdks/samples runs every one of them.
import { guideSamples, readGuides } from './guides.mjs';
import { methodsBelow } from './model.mjs';
import { callText, LANGUAGES, shownText } from './sample-text.mjs';

/** @import { Method, Model } from './model.mjs' */

export const folders = [];

/** What a file of a sample is called. */
const FILE = 'invoice.pdf';

/** @param {Model} model */
export async function generate(model) {
  const samples = Object.fromEntries(
    methodsBelow(model.root).map((method) => [method.id, samplesOf(method)]),
  );
  return {
    '../../docs/samples.json': jsonOf(samples),
    '../../docs/guide-samples.json': jsonOf(guideSamples(methodsBelow(model.root), await readGuides())),
  };
}

const jsonOf = (value) => `${JSON.stringify(value, null, 1)}\n`;

/** @param {Method} method */
function samplesOf(method) {
  const call = {
    method,
    ids: method.pathParams.map((name) => method.pathExamples[name]),
    fields: fieldsOf(method),
  };
  return [
    { lang: 'shell', label: 'curl', source: curlText(call) },
    ...Object.entries(LANGUAGES).map(([lang, language]) => ({
      lang,
      label: language.label,
      source: shownText(method, callText(call, language), language),
    })),
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
