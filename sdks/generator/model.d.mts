/**
 * - `string`, `integer`, `number`, `boolean`, `datetime` (text of RFC 3339), `file` (bytes to upload), `any` (any JSON value)
 * - `enum`: `values`; `open` if a later server may send others; `name` if the type has one
 * - `list`, and `map` from text: `of`
 * - `ref`: another type, `name`
 * - `partial`: some of the fields of the type `name`
 * - `union`: `of`, a list of types
 */
export interface Type {
  kind: string;
  name?: string;
  values?: string[];
  open?: boolean;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  of?: any;
}

export interface Field {
  name: string;
  /** The name in the request. */
  wire: string;
  type: Type;
  required: boolean;
  nullable: boolean;
  description: string;
  example?: unknown;
  /** Version of the API that added it, undefined for the first release: an older server does not send it. */
  since?: string;
}

export interface NamedType {
  name: string;
  description: string;
  kind: 'object' | 'enum' | 'map' | 'union';
  fields?: Field[];
  values?: string[];
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  of?: any;
  inRequests: boolean;
  inResponses: boolean;
}

export interface Result {
  /** `result` has `data` and `meta`. */
  kind: 'none' | 'record' | 'result' | 'page' | 'stream';
  type?: Type;
  /** Name of the type of `meta`. */
  meta?: string;
  hasIncluded?: boolean;
}

export interface Method {
  /** The operationId. */
  id: string;
  /** Names of the resources that lead to it. */
  resource: string[];
  name: string;
  verb: string;
  path: string;
  pathParams: string[];
  pathExamples: Record<string, string>;
  query: Field[];
  /** With `files`, the names of those fields of which a form has files. */
  body?: { type: string; required: boolean; fields: Field[]; files: { name: string; wire: string }[] };
  result: Result;
  /** It takes an Idempotency-Key. */
  isKeyed: boolean;
  /** It takes If-Match. */
  isConditional: boolean;
  /** It takes If-None-Match. */
  isCacheable: boolean;
  isPaged: boolean;
  scopes: string[];
  errors: string[];
  summary: string;
  description: string;
  example?: Record<string, unknown>;
}

export interface Resource {
  name: string;
  path: string[];
  methods: Method[];
  children: Resource[];
}

/** An event of the webhooks. */
export interface EventType {
  event: string;
  name: string;
  description: string;
  /** Name of the type of `data`. */
  data: string;
  fields: Field[];
}

export interface Model {
  version: string;
  sha256: string;
  /** The client itself. */
  root: Resource;
  types: NamedType[];
  events: EventType[];
  errorCodes: string[];
  scopes: string[];
}

/**
 * @param document of OpenAPI 3.1
 * @param released the document of the last release
 * @param names those of methods by operationId, of which missing ones are derived and added; those of types that would be called after
 *   one field of many; and the releases that have added fields, `since`, of which missing ones are added
 */
export function modelOf(document: unknown, released: unknown, names: object): Model;
export function methodsBelow(resource: Resource): Method[];
export function pascal(text: string): string;
export function camel(text: string): string;
export function snake(text: string): string;
