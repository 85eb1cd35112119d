// The AsyncAPI document as the bus libraries see it: what all events have, what each has besides, and the records in them.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pascal } from './model.mjs';

/**
 * A type, by kind: `string`, `integer`, `number`, `boolean`, `any`; `const` with `value`; `enum` with `values`, of which later
 * versions may send others; `list` and `map` (from text) with `of`; `union` with a list `of`; `ref` with the `name` of a record.
 * @typedef {{kind: string, isNullable: boolean, value?: string, values?: string[], of?: any, name?: string}} Type
 *
 * @typedef {{name: string, type: Type, isRequired: boolean, description: string}} Field
 * @typedef {{name: string, description: string, fields?: Field[], mapOf?: Type}} DataRecord
 * @typedef {{type: string, name: string, description: string, fields: Field[]}} EventType
 * @typedef {{version: string, sha256: string, common: Field[], events: EventType[], records: DataRecord[]}} BusModel
 */

/** @returns {Promise<BusModel>} that of the document in the repository */
export async function busModel() {
  const path = join(import.meta.dirname, '../../asyncapi/asyncapi.json');
  return busModelOf(JSON.parse(await readFile(path, 'utf8')));
}

/** @param {any} document of AsyncAPI 3.0 with schemas of JSON Schema draft 7 */
export function busModelOf(document) {
  const { messages, schemas } = document.components;
  const records = new Records(schemas);
  const all = Object.entries(messages).map(([type, { payload, summary }]) => {
    const name = nameIn(payload.$ref);
    return { type, name, description: `${summary}.`, fields: records.fieldsOf(name, schemas[name]) };
  });
  const common = all[0].fields.filter((field) =>
    all.every(({ fields }) => fields.some((one) => isSame(one, field))),
  );
  const isOwn = (field) => !common.some((one) => isSame(one, field));
  return {
    version: document.info.version,
    sha256: createHash('sha256').update(JSON.stringify(document)).digest('hex'),
    common,
    events: all.map((event) => ({ ...event, fields: event.fields.filter(isOwn) })),
    records: records.all(),
  };
}

const isSame = (a, b) =>
  a.name === b.name && a.isRequired === b.isRequired && JSON.stringify(a.type) === JSON.stringify(b.type);

const nameIn = (ref) => ref.slice(ref.lastIndexOf('/') + 1);

/** The records that are reached from events, after those that they contain. An object within another has the names of both. */
class Records {
  #schemas;
  /** A record is undefined while its fields are read. */
  #records = new Map();

  constructor(schemas) {
    this.#schemas = schemas;
  }

  all() {
    return [...this.#records.values()];
  }

  fieldsOf(owner, { properties = {}, required = [] }) {
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      // Later versions of the platform change it together with the schema.
      type:
        name === 'dataschema'
          ? { kind: 'string', isNullable: false }
          : this.#typeOf(schema, `${owner}${pascal(name)}`),
      isRequired: required.includes(name),
      description: schema.description ?? '',
    }));
  }

  #typeOf(schema, name) {
    if (schema.anyOf !== undefined) {
      const choices = schema.anyOf
        .filter(({ type }) => type !== 'null')
        .map((one) => this.#typeOf(one, name));
      const isNullable = choices.length < schema.anyOf.length;
      // One of a few words, or any id: a text.
      const isText = ({ kind, value }) => ['enum', 'string'].includes(kind) || typeof value === 'string';
      if (choices.length > 1 && choices.every(isText)) return { kind: 'string', isNullable };
      return choices.length === 1
        ? { ...choices[0], isNullable }
        : { kind: 'union', of: choices, isNullable };
    }
    const types = [schema.type].flat();
    const isNullable = types.includes('null');
    return {
      ...this.#plainType(
        schema,
        types.find((type) => type !== 'null'),
        name,
      ),
      isNullable,
    };
  }

  #plainType(schema, type, name) {
    if (schema.$ref !== undefined) return this.#ref(nameIn(schema.$ref), this.#schemas[nameIn(schema.$ref)]);
    if (schema.const !== undefined) return { kind: 'const', value: schema.const };
    const values = schema['x-extensible-enum'] ?? schema.enum;
    if (values !== undefined) return { kind: 'enum', values };
    if (type === 'array') return { kind: 'list', of: this.#typeOf(schema.items, name) };
    if (type === 'object' && schema.properties !== undefined) return this.#ref(name, schema);
    if (type === 'object') return { kind: 'map', of: this.#typeOf(schema.additionalProperties ?? {}, name) };
    if (type === undefined || ['string', 'integer', 'number', 'boolean'].includes(type))
      return { kind: type ?? 'any' };
    throw new Error(`${name}: the type ${type} is not known`);
  }

  #ref(name, schema) {
    if (this.#records.has(name) && this.#records.get(name) === undefined)
      throw new Error(`${name} contains itself`);
    if (!this.#records.has(name)) {
      this.#records.set(name, undefined);
      const content =
        schema.properties === undefined
          ? { mapOf: this.#plainType(schema, 'object', name).of }
          : { fields: this.fieldsOf(name, schema) };
      this.#records.delete(name);
      this.#records.set(name, { name, description: schema.description ?? '', ...content });
    }
    return { kind: 'ref', name };
  }
}
