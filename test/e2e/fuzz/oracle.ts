import type { JsonSchema, Parameter } from '@parley/openapi';
import { mapSubschemas } from '@parley/openapi';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Described, ServedDocument } from './document.ts';
import type { HttpRequest } from './http-request.ts';

/** What the API document says of a request: where it breaks a schema, or nothing. */
export class Oracle {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: false });
  readonly #validators = new Map<JsonSchema, ValidateFunction>();

  constructor(private readonly document: ServedDocument) {
    formats.default(this.#ajv);
    this.#ajv.addSchema({ $id: 'api', components: { schemas: document.document.components.schemas } });
  }

  violationsOf(operation: Described, request: HttpRequest): string[] {
    return [
      ...this.#inPath(operation, request),
      ...this.#inQuery(operation, request),
      ...this.#inHeaders(operation, request),
      ...this.#inBody(operation, request),
    ];
  }

  #inPath({ parameters }: Described, { params }: HttpRequest): string[] {
    return parameters
      .filter((one) => one.in === 'path')
      .flatMap((one) => this.#faults(one.schema, params[one.name], one.name));
  }

  #inQuery({ parameters, responses }: Described, { target }: HttpRequest): string[] {
    const query = new URLSearchParams(target.split('?')[1]);
    const declared = parameters.filter((one) => one.in === 'query');
    const unknown = [...query.keys()].filter((name) => !declared.some((one) => one.name === name));
    const refusesUnknown = responses['422']?.codes.includes('unknown_parameter') === true;
    return [
      ...(refusesUnknown ? unknown.map((name) => `the query parameter ${name} is unknown`) : []),
      ...declared.flatMap((one) => this.#faultsOfTexts(one, query.getAll(one.name))),
    ];
  }

  #inHeaders({ parameters }: Described, { headers }: HttpRequest): string[] {
    return parameters
      .filter((one) => one.in === 'header')
      .flatMap((one) => {
        const text = headers[one.name.toLowerCase()];
        return this.#faultsOfTexts(one, text === undefined ? [] : [text]);
      });
  }

  #faultsOfTexts({ name, required, schema }: Parameter, texts: readonly string[]): string[] {
    const [first] = texts;
    if (first === undefined) return required === true ? [`${name} is missing`] : [];
    // Several values stand in one text; where they stand in several, the server takes them together.
    if (schema.type === 'array') return this.#faults(schema, texts.join(',').split(','), name);
    if (texts.length > 1) return [`${name} is given ${texts.length} times`];
    const isInteger = schema.type === 'integer' && /^-?\d+$/.test(first);
    return this.#faults(schema, isInteger ? Number(first) : first, name);
  }

  #inBody({ body: declared }: Described, { headers, body }: HttpRequest): string[] {
    if (declared === undefined) return [];
    if (body === undefined || body === '') return declared.required ? ['the body is missing'] : [];
    const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';');
    const media = declared.content[body instanceof FormData ? 'multipart/form-data' : type];
    if (media === undefined) return [`the body as ${type} is not declared`];
    const value = this.#valueOf(type, body, this.document.resolve(media.schema));
    return value === undefined ? ['the body cannot be read'] : this.#faults(media.schema, value, 'the body');
  }

  /** The value that a body stands for; `undefined` if it is none of its type. */
  #valueOf(type: string, body: string | FormData | Uint8Array, schema: JsonSchema): unknown {
    if (body instanceof FormData) return this.#valueOfFields([...body], schema);
    if (type === 'multipart/form-data') return undefined;
    const text = typeof body === 'string' ? body : decodedText(body);
    if (type === 'application/json') return parsed(text);
    return this.#valueOfFields([...new URLSearchParams(text)], schema);
  }

  #valueOfFields(fields: readonly (readonly [string, unknown])[], { properties = {} }: JsonSchema): unknown {
    const names = [...new Set(fields.map(([name]) => name))];
    return Object.fromEntries(
      names.map((name) => {
        const { type } = this.document.resolve(properties[name] ?? { type: 'string' });
        // A file is a string in the document.
        const all = fields.filter(([own]) => own === name).map(([, one]) => (one instanceof File ? '' : one));
        if (type === 'array') return [name, all];
        const isText = type === undefined || [type].flat().includes('string');
        const [first = ''] = all as string[];
        return [name, all.length > 1 ? all : isText ? first : parsed(first)];
      }),
    );
  }

  #faults(schema: JsonSchema, value: unknown, name: string): string[] {
    let validate = this.#validators.get(schema);
    validate ??= this.#ajv.compile(withinDocument(schema));
    this.#validators.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message = '' }) => `${name}${instancePath} ${message}`,
    );
  }
}

const decodedText = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** A value of JSON; `undefined` if it is none. */
function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withinDocument(schema: JsonSchema): JsonSchema {
  const inner = mapSubschemas(schema, withinDocument);
  return inner.$ref === undefined ? inner : { ...inner, $ref: `api${inner.$ref}` };
}
