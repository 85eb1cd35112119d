import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  knownValues,
  mapSubschemas,
  type Header,
  type JsonSchema,
  type OpenApiDocument,
  type OperationObject,
  type Response,
} from '@parley/openapi';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** What came over the wire. */
export interface Seen {
  method: string;
  /** Path with or without a query. */
  path: string;
  /** The body of the request: the text of JSON, or a form. */
  sent?: string | FormData | undefined;
  status: number;
  headers: Iterable<[string, string]>;
  /** The body of the answer, parsed; `undefined` where there was none. */
  body: unknown;
}

/** Headers of HTTP itself, of Node and of CORS: no part of what the document promises. */
const HEADERS_OF_HTTP =
  /^(access-control-.*|allow|cache-control|connection|content-encoding|content-length|content-type|date|keep-alive|pragma|transfer-encoding|vary|x-accel-buffering|x-content-type-options)$/;
/** Generated; document.spec.ts of libs/openapi compares it with the contracts. Reading it is quicker than generating it again. */
const DOCUMENT = join(import.meta.dirname, '../../../openapi/openapi.json');
/** The components as answers must be, without other fields; and as they stand, for requests. */
const CLOSED = 'closed';
const OPEN = 'open';
const ERROR: JsonSchema = { $ref: '#/components/schemas/ErrorResponse' };

/**
 * Holds what is seen on the wire to the API document: every status, header, field and error code must be described
 * there, and so must every request that succeeded. Stricter than clients should be: a field that is not described is a
 * fault.
 */
export class Wire {
  readonly #document = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as OpenApiDocument;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #validators = new Map<unknown, ValidateFunction>();
  readonly #routes = Object.entries(this.#document.paths)
    // Fixed parts win over parameters, as in the router.
    .sort(([a], [b]) => (a.replaceAll('{', '\uffff') < b.replaceAll('{', '\uffff') ? -1 : 1))
    .map(([path, item]) => ({ pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), item }));

  constructor() {
    formats.default(this.#ajv);
    const { schemas } = this.#document.components;
    const strict = Object.entries(schemas).map(([name, schema]) => [name, closed(schema)]);
    this.#ajv.addSchema({ $id: OPEN, components: { schemas } });
    this.#ajv.addSchema({
      $id: CLOSED,
      components: { schemas: Object.fromEntries(strict) as typeof schemas },
    });
  }

  /** What an answer has that the document does not say, or lacks; empty when they agree. */
  faultsOfAnswer(seen: Seen): string[] {
    if (seen.method === 'OPTIONS') return [];
    const operation = this.#operationOf(seen);
    if (operation === undefined) return seen.status < 400 ? [] : this.#faultsOfError(seen);
    const declared = operation.responses[String(seen.status)];
    if (declared === undefined)
      return [`${operation.operationId} does not declare the status ${seen.status}`];
    const response = '$ref' in declared ? (this.#resolve(declared.$ref) as Response) : declared;
    return [
      ...(seen.status < 300 ? this.#faultsOfRequest(operation, seen) : []),
      ...this.#faultsOfHeaders(response, seen),
      ...this.#faultsOfBody(response, seen),
    ];
  }

  /** What a delivery to a webhook's receiver has that the document does not say, or lacks. */
  faultsOfDelivery(headers: Readonly<Record<string, unknown>>, body: unknown): string[] {
    const event = (body as { event?: string } | null)?.event ?? '';
    const operation = this.#document.webhooks[event]?.post;
    const schema = operation?.requestBody?.content['application/json']?.schema;
    if (operation === undefined || schema === undefined)
      return [`there is no event ${JSON.stringify(event)}`];
    const faults = this.#faultsOf(schema, body, 'body');
    for (const parameter of operation.parameters ?? []) {
      if ('$ref' in parameter) continue;
      const value = headers[parameter.name];
      if (value === undefined && parameter.required !== true) continue;
      faults.push(...this.#faultsOf(parameter.schema, value, parameter.name));
    }
    return faults;
  }

  /** What the document would refuse of a request that the platform took. Unknown parameters are ignored by both. */
  #faultsOfRequest(operation: OperationObject, { path, sent = '' }: Seen): string[] {
    const query = new URLSearchParams(path.split('?')[1]);
    const type = sent instanceof FormData ? 'multipart/form-data' : 'application/json';
    const schema = operation.requestBody?.content[type]?.schema;
    const faults: string[] = [];
    if (sent !== '' && schema !== undefined)
      faults.push(...this.#faultsOf(schema, this.#valueOf(sent, schema), 'request', OPEN));
    else if (sent instanceof FormData) faults.push(`${operation.operationId} does not declare a form`);
    for (const parameter of operation.parameters ?? []) {
      if ('$ref' in parameter || parameter.in !== 'query') continue;
      const value = query.get(parameter.name);
      if (value === null) continue;
      faults.push(...this.#faultsOf(parameter.schema, textAs(parameter.schema, value), parameter.name, OPEN));
    }
    return faults;
  }

  /** What was sent, as its schema means it. */
  #valueOf(sent: string | FormData, schema: JsonSchema): unknown {
    if (typeof sent === 'string') return JSON.parse(sent);
    const { properties = {} } = (
      schema.$ref === undefined ? schema : this.#resolve(schema.$ref)
    ) as JsonSchema;
    return Object.fromEntries(
      [...new Set(sent.keys())].map((name) => {
        const values = sent.getAll(name).map((value) => (typeof value === 'string' ? value : ''));
        const [first = ''] = values;
        const { type = 'string' } = properties[name] ?? {};
        return [
          name,
          name.endsWith('[]') ? values : [type].flat().includes('string') ? first : JSON.parse(first),
        ];
      }),
    );
  }

  #operationOf({ method, path }: Seen): OperationObject | undefined {
    const verb = (method === 'HEAD' ? 'get' : method.toLowerCase()) as 'get';
    const [bare = ''] = path.split('?');
    return this.#routes.find(({ pattern, item }) => item[verb] !== undefined && pattern.test(bare))?.item[
      verb
    ];
  }

  /** The envelope alone is promised for what is no operation. */
  #faultsOfError({ method, body }: Seen): string[] {
    return method === 'HEAD' ? [] : this.#faultsOf(ERROR, body, 'body');
  }

  #faultsOfHeaders({ headers = {} }: Response, seen: Seen): string[] {
    const faults: string[] = [];
    const left = new Map([...seen.headers].map(([name, value]) => [name.toLowerCase(), value]));
    for (const [name, declared] of Object.entries(headers)) {
      const value = left.get(name.toLowerCase());
      left.delete(name.toLowerCase());
      const header = '$ref' in declared ? (this.#resolve(declared.$ref) as Header) : declared;
      if (value !== undefined)
        faults.push(...this.#faultsOf(header.schema, textAs(header.schema, value), name));
      else if (header.required === true) faults.push(`the header ${name} is missing`);
    }
    const others = [...left.keys()].filter((name) => !HEADERS_OF_HTTP.test(name));
    return [...faults, ...others.map((name) => `the header ${name} is not declared`)];
  }

  #faultsOfBody(response: Response, { method, body }: Seen): string[] {
    const schema = response.content?.['application/json']?.schema;
    if (method === 'HEAD') return [];
    if (schema === undefined) return body === undefined ? [] : ['there is a body where none is declared'];
    const faults = this.#faultsOf(schema, body, 'body');
    const codes = response['x-error-codes'];
    const code = (body as { error?: { code?: string } } | undefined)?.error?.code ?? '';
    if (codes !== undefined && !codes.includes(code)) faults.push(`error.code ${code} is not declared`);
    return faults;
  }

  #faultsOf(schema: JsonSchema, value: unknown, name: string, components = CLOSED): string[] {
    let validate = this.#validators.get(schema);
    if (validate === undefined) {
      validate = this.#ajv.compile(
        withReferencesTo(components, components === OPEN ? schema : closed(schema)),
      );
      this.#validators.set(schema, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message = '', params }) => {
      const extra = (params as { additionalProperty?: string }).additionalProperty;
      return `${name}${instancePath.replaceAll('/', '.')} ${message}${extra === undefined ? '' : `: ${extra}`}`;
    });
  }

  #resolve(reference: string): unknown {
    return reference
      .slice(2)
      .split('/')
      .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], this.#document);
  }
}

/** A schema whose objects have no other fields than it names, and whose strings no other values. */
function closed(schema: JsonSchema): JsonSchema {
  const inner = mapSubschemas(schema, closed);
  const values = knownValues(inner);
  if (values !== undefined)
    return { ...inner, enum: [...values, ...(inner.type === 'string' ? [] : [null])] };
  return inner.properties === undefined || inner.additionalProperties !== undefined
    ? inner
    : { ...inner, additionalProperties: false };
}

function withReferencesTo(id: string, schema: JsonSchema): JsonSchema {
  const inner = mapSubschemas(schema, (one) => withReferencesTo(id, one));
  return inner.$ref === undefined ? inner : { ...inner, $ref: id + inner.$ref };
}

/** The value of a header or of a query as its schema means it: all arrive as text. */
function textAs(schema: JsonSchema, value: string): unknown {
  if (schema.type === 'array') return value.split(',');
  return schema.type === 'integer' && /^-?\d+$/.test(value) ? Number(value) : value;
}

let wire: Wire | undefined;

/** Throws, naming every fault, when an answer, or the request it answers, is not what the API document says. */
export function expectDocumented(seen: Seen): void {
  wire ??= new Wire();
  const faults = wire.faultsOfAnswer(seen);
  if (faults.length === 0) return;
  const what = `${seen.method} ${seen.path} answered ${seen.status} in a way that openapi.json does not describe`;
  throw new Error(`${what}:\n- ${faults.join('\n- ')}\n${JSON.stringify(seen.body ?? null).slice(0, 500)}`);
}

/** Throws, naming every fault, when a delivery is not what the API document says. */
export function expectDocumentedDelivery(headers: Readonly<Record<string, unknown>>, body: unknown): void {
  wire ??= new Wire();
  const faults = wire.faultsOfDelivery(headers, body);
  if (faults.length === 0) return;
  throw new Error(
    `openapi.json does not describe this delivery:\n- ${faults.join('\n- ')}\n${JSON.stringify(body)}`,
  );
}
