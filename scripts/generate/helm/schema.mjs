// The types of fields.yaml, as JSON Schema.
const objectOf = (properties, required = []) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});
const name = { type: 'string', minLength: 1 };
const text = { type: 'string' };
const quantity = { type: 'string', pattern: '^[0-9]+([.][0-9]+)?(m|k|M|G|T|Ki|Mi|Gi|Ti)?$' };
const amount = { ...quantity, type: ['string', 'integer'] };
const amounts = objectOf({ cpu: amount, memory: amount, 'ephemeral-storage': amount });

export const TYPES = {
  name,
  text,
  quantity,
  boolean: { type: 'boolean' },
  count: { type: 'integer', minimum: 1 },
  number: { type: 'string', pattern: '^[1-9][0-9]*$' },
  s3: { type: 'string', pattern: '^s3://[^/]+/' },
  optionalCount: { type: ['integer', 'null'], minimum: 1 },
  // Without a path, as the code asks for it too.
  url: { type: 'string', pattern: '^https?://[^/]+$' },
  digest: { type: 'string', pattern: '^(sha256:[0-9a-f]{64})?$' },
  pullPolicy: { type: 'string', enum: ['IfNotPresent', 'Always', 'Never'] },
  texts: { type: 'object', additionalProperties: text },
  names: { type: 'array', items: objectOf({ name }, ['name']) },
  resources: objectOf({ requests: amounts, limits: amounts }),
  tolerations: {
    type: 'array',
    items: objectOf({
      key: name,
      operator: { type: 'string', enum: ['Exists', 'Equal'] },
      value: text,
      effect: { type: 'string', enum: ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] },
      tolerationSeconds: { type: 'integer' },
    }),
  },
  accessModes: {
    type: 'array',
    minItems: 1,
    items: { type: 'string', enum: ['ReadWriteMany', 'ReadWriteOnce'] },
  },
  parentRefs: {
    type: 'array',
    minItems: 1,
    items: objectOf({ name, namespace: name, sectionName: name }, ['name']),
  },
};

/** What is not a value of its own: the content of `settings.NAME`. */
export const settingsSchema = (settings) =>
  objectOf(
    Object.fromEntries(
      settings.map(([setting, { description, fallback }]) => [
        setting,
        { type: 'string', description, ...(fallback !== undefined && { examples: [fallback] }) },
      ]),
    ),
  );

/** The schema of all values: entries of `{ value, description, schema }`, by the dots in their names. */
export function schemaOf(entries) {
  const root = objectOf({ global: { type: 'object', description: 'Of a chart that contains this one' } });
  for (const { value, description, schema } of entries) {
    const keys = value.split('.');
    let place = root;
    for (const key of keys.slice(0, -1)) place = place.properties[key] ??= objectOf({});
    place.properties[keys.at(-1)] = { description, ...schema };
  }
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'Values of parley', ...root };
}
