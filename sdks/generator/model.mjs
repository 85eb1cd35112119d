// The API document as the client libraries see it: resources with methods, and types with fields (model.d.mts). Every template reads
// this and nothing else, so that the libraries have the same names and the same types.
import { createHash } from 'node:crypto';

const PLURAL_VERBS = { get: 'get', post: 'create', put: 'save', patch: 'update', delete: 'delete' };
/** Words that are a member of every client or model, or that a language reserves as a name of a method. */
const RESERVED = new Set(['class', 'from', 'import', 'with', 'options', 'clone', 'print', 'raw']);

export const pascal = (text) =>
  text.replaceAll(/(^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, __, letter) => letter.toUpperCase());
export const camel = (text) => pascal(text).replace(/^[A-Z]/, (letter) => letter.toLowerCase());
export const snake = (text) =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();

/** The methods of a resource and of all below it. */
export const methodsBelow = ({ methods, children }) => [...methods, ...children.flatMap(methodsBelow)];

export function modelOf(document, released, names) {
  const types = new Types(document, released, names);
  const root = { name: '', path: [], methods: [], children: [] };
  const taken = new Map();
  for (const [path, item] of Object.entries(document.paths))
    for (const [verb, operation] of Object.entries(item)) {
      if (operation.operationId === undefined || !path.startsWith('/v1/')) continue;
      names.methods[operation.operationId] ??= derivedName(document, path, verb);
      const { resource, method } = names.methods[operation.operationId];
      const full = [resource, method].filter(Boolean).join('.');
      if (taken.has(full))
        throw new Error(`${operation.operationId} and ${taken.get(full)} are both ${full}`);
      if (RESERVED.has(method)) throw new Error(`${operation.operationId}: ${method} is reserved`);
      taken.set(full, operation.operationId);
      const chain = resource === '' ? [] : resource.split('.');
      resourceAt(root, chain).methods.push(methodOf(types, { path, verb, operation, chain, method }));
    }
  for (const id of Object.keys(names.methods))
    if (![...taken.values()].includes(id))
      throw new Error(`names.json names ${id}, which the document does not have`);
  const events = Object.entries(document.components.schemas.WebhookEvent.discriminator.mapping).map(
    ([event, ref]) => types.event(event, nameIn(ref)),
  );
  types.ref('WebhookEvent', 'response');
  types.ref('ErrorBody', 'response');
  return {
    version: document.info.version,
    sha256: createHash('sha256').update(JSON.stringify(document)).digest('hex'),
    root,
    types: types.all(),
    events,
    errorCodes: document.components.schemas.ErrorBody.properties.code['x-extensible-enum'],
    scopes: types.scopes(),
  };
}

const nameIn = (ref) => ref.slice(ref.lastIndexOf('/') + 1);

function resourceAt(root, chain) {
  let at = root;
  for (const [index, name] of chain.entries()) {
    let child = at.children.find((one) => one.name === name);
    if (child === undefined)
      at.children.push((child = { name, path: chain.slice(0, index + 1), methods: [], children: [] }));
    at = child;
  }
  return at;
}

/** From the path: what has a list or a record of its own is a resource, another last segment is what a POST does. */
function derivedName(document, path, verb) {
  const segments = path.split('/').slice(2);
  const isResource = (index) =>
    document.paths[`/v1/${segments.slice(0, index + 1).join('/')}`]?.get !== undefined;
  const statics = segments.flatMap((segment, index) =>
    segment.startsWith('{') ? [] : [{ name: segment, isResource: isResource(index) }],
  );
  const resource = statics.filter((one) => one.isResource).map(({ name }) => camel(name));
  const action = statics.filter((one) => !one.isResource).map(({ name }) => name);
  if (action.length > 0)
    return { resource: resource.join('.'), method: camel(action.toReversed().join('_')) };
  const lists = verb === 'get' && !segments.at(-1).startsWith('{') && isPaged(document, path);
  return { resource: resource.join('.'), method: lists ? 'list' : PLURAL_VERBS[verb] };
}

const isPaged = (document, path) =>
  document.paths[path].get?.responses['200'].content?.['application/json']?.schema.properties?.links !==
  undefined;

function methodOf(types, { path, verb, operation, chain, method }) {
  const parameters = (operation.parameters ?? []).map((one) => types.resolved(one));
  const headers = parameters.filter((one) => one.in === 'header').map(({ name }) => name);
  const query = parameters.filter((one) => one.in === 'query');
  const result = resultOf(types, operation);
  const body = bodyOf(types, operation);
  const pathParams = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  const twice = body?.fields?.find(({ name }) => pathParams.includes(name));
  if (twice !== undefined)
    throw new Error(`${operation.operationId}: ${twice.name} would be two arguments of one name`);
  return {
    id: operation.operationId,
    resource: chain,
    name: method,
    verb: verb.toUpperCase(),
    path,
    pathParams,
    pathExamples: Object.fromEntries(
      parameters
        .filter((one) => one.in === 'path')
        .map(({ name, example, schema }) => [name, example ?? schema.examples?.[0]]),
    ),
    query: query.map((one) =>
      types.field(one.name, one.schema, one, {
        required: one.required === true,
        owner: pascal(operation.operationId),
      }),
    ),
    body,
    result,
    isKeyed: headers.includes('Idempotency-Key'),
    isConditional: headers.includes('If-Match'),
    isCacheable: headers.includes('If-None-Match'),
    isPaged: result.kind === 'page',
    scopes: operation['x-required-scopes'] ?? [],
    errors: [
      ...new Set(
        Object.values(operation.responses).flatMap((one) => types.resolved(one)['x-error-codes'] ?? []),
      ),
    ],
    summary: operation.summary,
    description: operation.description,
    example: operation.requestBody?.content['application/json']?.example,
  };
}

/** The fields of the JSON body; those of files are what a form has in their place. */
function bodyOf(types, { requestBody }) {
  if (requestBody === undefined) return undefined;
  const { 'application/json': json, 'multipart/form-data': form } = requestBody.content;
  const type = nameIn((json ?? form).schema.$ref);
  const files = form === undefined ? [] : types.formFieldsOf(nameIn(form.schema.$ref));
  const fields = types.fieldsOf(type, 'request').map((field) => {
    const asFile = json === undefined ? undefined : files.find(({ name }) => name === field.name);
    if (asFile === undefined) return field;
    return { ...field, type: { kind: 'list', of: { kind: 'union', of: [field.type.of, asFile.type.of] } } };
  });
  types.setFields(type, fields);
  return {
    type,
    required: requestBody.required === true,
    fields,
    files: files.map(({ name, wire }) => ({ name, wire })),
  };
}

function resultOf(types, { responses }) {
  const [, success] = Object.entries(responses).find(([status]) => status < 300);
  const { 'application/json': json, 'text/event-stream': stream } = success.content ?? {};
  if (stream !== undefined) return { kind: 'stream', type: types.type(stream.schema, 'response') };
  if (json === undefined) return { kind: 'none' };
  const { data, meta, links, included } = json.schema.properties;
  const hasIncluded = included !== undefined;
  if (hasIncluded) types.type(included, 'response');
  const type = types.type(data, 'response');
  if (links !== undefined) {
    const kinds = kindsOf(types, data.items);
    return { kind: 'page', type: type.of, kinds, meta: types.type(meta, 'response').name, hasIncluded };
  }
  if (meta !== undefined)
    return { kind: 'result', type, meta: types.type(meta, 'response').name, hasIncluded };
  return { kind: 'record', type, hasIncluded };
}

/** The types of the records of a list that has several: by the prefix of their ids, which tells them apart. */
function kindsOf(types, { anyOf }) {
  return anyOf?.map((schema) => {
    const [prefix] = types.resolved(schema).properties.id.examples[0].split('_');
    return { prefix, name: types.type(schema, 'response').name };
  });
}

/** The named types of a document; objects without a name get that of the field that has them. */
class Types {
  #named = new Map();
  #enumNames = new Map();
  #objectNames = new Map();

  constructor(document, released, { types: renamed, since }) {
    this.document = document;
    this.renamed = renamed;
    this.since = since;
    this.schemas = document.components.schemas;
    this.first = released.components.schemas;
    for (const [name, { enum: values }] of Object.entries(this.schemas))
      if (values !== undefined && !/^List\w+Sort$/.test(name)) this.#enumNames.set(values.join(), name);
  }

  resolved(one) {
    if (one.$ref === undefined) return one;
    const [, , kind, name] = one.$ref.split('/');
    return this.document.components[kind][name];
  }

  all() {
    const unused = Object.values(this.renamed).filter((name) => !this.#named.has(name));
    if (unused.length > 0) throw new Error(`names.json renames what does not exist to ${unused.join(', ')}`);
    return [...this.#named.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  scopes() {
    return this.#named.get('Scope')?.values ?? [];
  }

  /** @param side `request` or `response`: a value of an enum that later versions add can come in a response only. */
  ref(name, side) {
    const schema = this.schemas[name];
    const kind = schema.enum ? 'enum' : schema.oneOf ? 'union' : schema.properties ? 'object' : 'map';
    this.#name(name, schema, kind, side);
    if (kind === 'enum') return { kind, name, values: schema.enum, open: side === 'response' };
    return { kind: 'ref', name };
  }

  #name(name, schema, kind, side, owner) {
    const known = this.#named.get(name);
    const named = known ?? {
      name,
      description: schema.description ?? '',
      kind,
      inRequests: false,
      inResponses: false,
    };
    const flag = side === 'request' ? 'inRequests' : 'inResponses';
    if (known !== undefined && named[flag]) return named;
    this.#named.set(name, named);
    named[flag] = true;
    if (kind === 'enum') named.values = schema.enum ?? schema['x-extensible-enum'];
    if (kind === 'map') named.of = this.type(schema.additionalProperties, side, name);
    if (kind === 'union') named.of = schema.oneOf.map((one) => this.type(one, side));
    if (kind === 'object') named.fields = this.#fields(schema, name, side, owner ?? this.first[name]);
    return named;
  }

  fieldsOf(name, side) {
    this.ref(name, side);
    return this.#named.get(name).fields;
  }

  setFields(name, fields) {
    this.#named.get(name).fields = fields;
  }

  /** The fields of a schema that gets no type of its own. */
  formFieldsOf(name) {
    const { properties, required = [] } = this.schemas[name];
    return Object.entries(properties)
      .filter(
        ([, { type, format, items }]) =>
          format === 'binary' || (type === 'array' && items.format === 'binary'),
      )
      .map(([wire, schema]) =>
        this.field(wire, schema, schema, { required: required.includes(wire), owner: name }),
      );
  }

  #fields({ properties, required = [] }, owner, side, first) {
    return Object.entries(properties).map(([name, schema]) =>
      this.field(name, schema, schema, {
        required: required.includes(name),
        owner,
        side,
        since: this.#sinceOf(
          `${owner}.${name}`,
          first !== undefined && first.properties?.[name] === undefined,
        ),
        first: first?.properties?.[name],
      }),
    );
  }

  /** Noted where the last release lacks the field: its own release writes the version in the place of these words. */
  #sinceOf(field, isUnreleased) {
    if (isUnreleased) this.since[field] ??= 'the next release';
    return this.since[field];
  }

  field(wire, schema, { description, example }, { required, owner, side = 'request', since, first }) {
    const name = wire.replace(/\[\]$/, '');
    const nullable = isNullable(schema);
    return {
      name,
      wire,
      type: this.type(schema, side, owner + pascal(name), first),
      required,
      nullable,
      description:
        description ?? (schema.$ref === undefined ? '' : (this.resolved(schema).description ?? '')),
      example: example ?? schema.examples?.[0],
      ...(since === undefined ? {} : { since }),
    };
  }

  /** @param owner the name that the type has if it needs one */
  type(schema, side, owner = '', first) {
    if (schema.$ref !== undefined) return this.ref(nameIn(schema.$ref), side);
    const alternatives = (schema.anyOf ?? schema.oneOf ?? []).filter((one) => one.type !== 'null');
    if (alternatives.length > 0)
      return this.#union(alternatives.map((one) => this.type(one, side, owner, withoutNull(first))));
    const kinds = [schema.type ?? []].flat().filter((one) => one !== 'null');
    if (kinds.length > 1)
      return this.#union(kinds.map((type) => this.type({ ...schema, type }, side, owner)));
    const values = schema.enum ?? schema['x-extensible-enum'];
    if (values !== undefined) return this.#enum(values, schema, side, owner);
    if (schema.const !== undefined) return { kind: 'enum', values: [schema.const], open: false };
    const [kind] = kinds;
    if (kind === 'string') {
      if (schema.format === 'binary') return { kind: 'file' };
      return { kind: schema.format === 'date-time' ? 'datetime' : 'string' };
    }
    if (kind === 'array')
      return { kind: 'list', of: this.type(schema.items, side, singular(owner), first?.items) };
    if (kind !== 'object') return { kind: kind ?? 'any' };
    if (schema.properties === undefined)
      return { kind: 'map', of: this.type(schema.additionalProperties ?? {}, side, owner) };
    const whole = this.#partialOf(schema);
    if (whole !== undefined) return { kind: 'partial', name: whole };
    const key = side + JSON.stringify(schema.properties) + schema.required;
    const name = this.#objectNames.get(key) ?? this.renamed[owner] ?? owner;
    this.#objectNames.set(key, name);
    this.#name(name, schema, 'object', side, first);
    return { kind: 'ref', name };
  }

  /** The type that has exactly these fields, all of which are optional here. */
  #partialOf({ properties, required = [] }) {
    if (required.length > 0) return undefined;
    const text = JSON.stringify(properties);
    return Object.keys(this.schemas).find(
      (name) =>
        this.schemas[name].required?.length > 0 && JSON.stringify(this.schemas[name].properties) === text,
    );
  }

  #enum(values, schema, side, owner) {
    const key = values.join();
    const name = this.#enumNames.get(key) ?? this.renamed[owner] ?? owner;
    this.#enumNames.set(key, name);
    const named = this.schemas[name] ?? { ...schema, description: '' };
    this.#name(name, named, 'enum', side);
    return { kind: 'enum', name, values, open: schema.enum === undefined };
  }

  #union(types) {
    const unique = [...new Map(types.map((one) => [JSON.stringify(one), one])).values()];
    if (unique.length === 1) return unique[0];
    if (unique.every(({ kind }) => kind === 'enum'))
      return {
        kind: 'enum',
        values: unique.flatMap(({ values }) => values),
        open: unique.some(({ open }) => open),
      };
    // One of a few words, or any id: a text.
    if (unique.every(({ kind }) => kind === 'enum' || kind === 'string')) return { kind: 'string' };
    return { kind: 'union', of: unique.flatMap((one) => (one.kind === 'union' ? one.of : [one])) };
  }

  /** An event of the webhooks. */
  event(event, name) {
    const fields = this.fieldsOf(name, 'response');
    const data = fields.find((field) => field.name === 'data').type;
    return { event, name, description: this.schemas[name].description, data: data.name, fields };
  }
}

const singular = (owner) => owner.replace(/ies$/, 'y').replace(/s$/, '');
const withoutNull = (first) => first?.anyOf?.find((one) => one.type !== 'null') ?? first;
const isNullable = ({ type, anyOf = [] }) => [type ?? []].flat().includes('null') || anyOf.some(isNullable);
