import { ALTERATIONS, changed } from './changes.ts';
import type { Described } from './document.ts';
import type { KnownRecords } from './records.ts';
import type { Plan, PlannedBody, Text } from './requests.ts';
import { SomeFile } from './values.ts';

/** A request as it is sent. */
export interface HttpRequest {
  method: string;
  /** Path and query. */
  target: string;
  /** What is in the place of each parameter of the path. */
  params: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
  body: string | FormData | Uint8Array<ArrayBuffer> | undefined;
}

/** A plan as a request, with ids of known records in its places. */
export function requestOf(
  { method, path, parameters }: Described,
  plan: Plan,
  records: KnownRecords,
): HttpRequest {
  const textOf = ({ value, alteration }: Text): string => {
    const known = records.fill(value);
    const filled = alteration === undefined ? known : ALTERATIONS[alteration](known);
    return (Array.isArray(filled) ? filled.join(',') : String(filled)).toWellFormed();
  };
  const encoded = (text: Text): string =>
    text.isRaw === true ? textOf(text) : encodeURIComponent(textOf(text));
  const named: Record<string, string> = { ...paramsOf(path, plan.record, records) };
  const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  const sent = Object.fromEntries(
    inPath.map((name) => {
      const own = plan.path.find((text) => text.name === name);
      return [name, own === undefined ? (named[name] ?? 'nobody') : encoded({ value: named[name], ...own })];
    }),
  );
  const query = plan.query.map((text) => `${encodeURIComponent(text.name)}=${encoded(text)}`).join('&');
  const { type = '', body } = plan.body === undefined ? {} : encodedBody(plan.body, records);
  return {
    method,
    target:
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => sent[name] ?? '') +
      (query === '' ? '' : `?${query}`),
    params: Object.fromEntries(Object.entries(sent).map(([name, text]) => [name, decoded(text)])),
    headers: {
      ...Object.fromEntries(plan.headers.map((text) => [text.name.toLowerCase(), textOf(text)])),
      ...(type === '' ? {} : { 'content-type': type }),
    },
    body,
  };
}

/** Those of a record that exists below the longest part of the path that names one. */
function paramsOf(path: string, nth: number, records: KnownRecords): Readonly<Record<string, string>> {
  for (let end = path.lastIndexOf('}'); end !== -1; end = path.lastIndexOf('}', end - 1)) {
    const places = records.placesOf(path.slice(0, end + 1));
    if (places.length > 0) return places[nth % places.length] ?? {};
  }
  return {};
}

/** What a server reads there; a text with a broken escape is as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function encodedBody({ type, value, changes, spoiling = {} }: PlannedBody, records: KnownRecords) {
  const filled = changes.reduce(changed, records.fill(value));
  const isForm = type === 'multipart/form-data';
  const made =
    isForm && spoiling.text === undefined && spoiling.cut === undefined ? formOf(filled) : undefined;
  if (made !== undefined && spoiling.type === undefined) return { body: made };
  const whole = type.endsWith('urlencoded') ? urlEncoded(filled) : JSON.stringify(filled ?? null);
  const text = spoiling.text ?? whole.slice(0, spoiling.cut === undefined ? undefined : -spoiling.cut);
  return { body: text, type: spoiling.type ?? (isForm ? `${type}; boundary=x` : type) };
}

const fieldsOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];
const fieldText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function urlEncoded(value: unknown): string {
  const fields = fieldsOf(value).map(([name, one]): [string, string] => [name, fieldText(one)]);
  return new URLSearchParams(fields).toString();
}

/** Each item of a list is a part of its own; null is no part. */
function formOf(value: unknown): FormData {
  const form = new FormData();
  const append = (name: string, one: unknown) => {
    if (one instanceof SomeFile) form.append(name, new File([one.text], one.name));
    else if (one !== null) form.append(name, fieldText(one));
  };
  for (const [name, one] of fieldsOf(value)) {
    if (name.endsWith('[]') && Array.isArray(one)) for (const item of one) append(name, item);
    else append(name, one);
  }
  return form;
}
