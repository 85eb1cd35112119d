import type { Operation } from '@parley/contracts';

/** A body as it is sent. */
export interface EncodedBody {
  body?: string | FormData;
  headers?: Record<string, string>;
}

/** The body of a request to an operation, valid or not: a form if it has files or must be one, else JSON. */
export function encodeBody({ multipart }: Pick<Operation, 'multipart'>, body: unknown): EncodedBody {
  if (body === undefined) return {};
  const { part, required } = multipart ?? {};
  const given = part === undefined ? undefined : (body as Record<string, unknown>)[part];
  const hasFiles =
    given instanceof File || (Array.isArray(given) && given.some((one) => one instanceof File));
  if (part === undefined || !(hasFiles || required === true))
    return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const form = new FormData();
  for (const [name, value] of Object.entries(body as Record<string, unknown>)) {
    // A form cannot say null.
    if (value === undefined || value === null) continue;
    if (name === part && Array.isArray(value)) for (const file of value) append(form, `${part}[]`, file);
    else append(form, name, value);
  }
  return { body: form };
}

function append(form: FormData, name: string, value: unknown): void {
  if (value instanceof File) form.append(name, value);
  else form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
}
