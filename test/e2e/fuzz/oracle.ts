import { isBlank } from '@parley/contracts';
import { mapSubschemas, type JsonSchema, type Parameter } from '@parley/openapi';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Described, ServedDocument } from './document.ts';
import type { HttpRequest } from './http-request.ts';

/** What the API document says of a request: where it breaks a schema, or nothing. */
export class Oracle {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: false });
  readonly #validators = new Map<JsonSchema, ValidateFunction>();
  readonly #conventions: string;

  constructor(private readonly document: ServedDocument) {
    this.#conventions = (document.document.info as { description: string }).description;
    formats.default(this.#ajv);
    this.#ajv.addSchema({ $id: 'api', components: { schemas: document.document.components.schemas } });
  }

  /** Whether its line and headers are larger than the document allows; those that every client adds take some 200 bytes. */
  isTooLarge({ target, headers }: HttpRequest): boolean {
    const size = target.length + Object.entries(headers).join('').length + 200;
    return size > 1_024 * limitIn(this.#conventions, /headers[^.]* at most (\d+) KiB/);
  }

  violationsOf(operation: Described, request: HttpRequest): string[] {
    return [
      ...this.#inPath(operation, request),
      ...this.#inQuery(operation, request),
      ...this.#inHeaders(operation, request),
      ...this.#inBody(operation, request),
      ...this.#beyondLimits(operation, request),
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

  /** But for those that answers repeat: the Fuzzer looks at these, as one that is not valid is replaced. */
  #inHeaders({ parameters, responses }: Described, { headers }: HttpRequest): string[] {
    const repeated = Object.values(responses).flatMap((one) => Object.keys(one.headers));
    return parameters
      .filter((one) => one.in === 'header' && !repeated.includes(one.name))
      .flatMap((one) => this.faultsOfHeader(one, headers));
  }

  faultsOfHeader(parameter: Parameter, headers: Readonly<Record<string, string>>): string[] {
    const text = headers[parameter.name.toLowerCase()];
    return this.#faultsOfTexts(parameter, text === undefined ? [] : [text]);
  }

  #faultsOfTexts({ name, required, schema, description }: Parameter, texts: readonly string[]): string[] {
    const [first] = texts;
    if (first === undefined) return required === true ? [`${name} is missing`] : [];
    // Several values stand in one text; where they stand in several, the server takes them together.
    if (schema.type === 'array') return this.#faults(schema, texts.join(',').split(','), name);
    if (texts.length > 1 && !description.includes('repeated parameter'))
      return [`${name} is given ${texts.length} times`];
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
    if (value === undefined) return ['the body cannot be read'];
    return this.#faults(media.schema, this.#given(media.schema, value), 'the body');
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

  /** A value without the blank fields of objects whose description says that these are not given. */
  #given(schema: JsonSchema, value: unknown): unknown {
    const { $ref } = schema;
    // A description beside a reference hides that of the schema.
    const own = this.document.resolve($ref === undefined ? schema : { $ref });
    const { anyOf = [], properties = {}, description = '' } = own;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const object =
      anyOf.length === 0 ? value : anyOf.reduce((one, other) => this.#given(other, one) as object, value);
    const ignoresBlanks = description.includes('empty or blank is not given');
    return Object.fromEntries(
      Object.entries(object)
        .filter(([, one]) => !(ignoresBlanks && isBlank(one)))
        .map(([name, one]) => [name, this.#given(properties[name] ?? {}, one)]),
    );
  }

  /** Limits that the document tells in words, as no schema can say them. */
  #beyondLimits({ body: declared }: Described, { body }: HttpRequest): string[] {
    const text = typeof body === 'string' ? body : '';
    const { description = '' } = declared ?? {};
    const limits = [
      [Buffer.byteLength(text), 1_024 * limitIn(description, /at most (\d+) KiB/), 'bytes of the body'],
      [body instanceof FormData ? [...body].length : 0, limitIn(description, /at most (\d+) parts/), 'parts'],
      [depthOf(text), limitIn(this.#conventions, /at most (\d+) levels/), 'levels of the body'],
    ] as const;
    return limits.filter(([size, most]) => size > most).map(([size, most, of]) => `${size} > ${most} ${of}`);
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

/** A number in a text of the document; without one there is no limit. */
const limitIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? Infinity);

/** Levels of objects and arrays in a text of JSON. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const [mark] of text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[[\]{}]/g)) {
    depth += mark === '[' || mark === '{' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
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
