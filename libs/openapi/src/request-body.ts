import { bodyLimitOf, FORM_PARTS_MAX, type Multipart, type Operation } from '@parley/contracts';
import { exampleOf } from './example.ts';
import { pascal } from './resources.ts';
import type { Schemas } from './schemas.ts';
import type { JsonSchema, MediaType, OperationObject } from './types.ts';

/** The body of an operation as JSON, as a multipart form, or as either. */
export function bodyOf(
  operation: Operation,
  operationId: string,
  schemas: Schemas,
): Pick<OperationObject, 'requestBody'> {
  const { body, multipart } = operation;
  if (body === undefined) return {};
  const title = `Parameters of \`${operationId}\``;
  const all = schemas.of(body, 'input');
  const { description = title } = schemas.resolve(all);
  const typed = (name: string, schema: JsonSchema): MediaType => {
    const component = schemas.named(name, schema, title);
    return { schema: component, example: exampleOf(component, schemas) };
  };
  const name = pascal(operationId);
  const limit = `at most ${bodyLimitOf(operation) / 1024} KiB`;
  return {
    requestBody: {
      description: `${description}; ${limit}${multipart === undefined ? '' : ` without its files; a form has at most ${FORM_PARTS_MAX} parts`}`,
      required: !body.safeParse(undefined).success,
      content:
        multipart === undefined
          ? { 'application/json': typed(`${name}Request`, all) }
          : {
              ...(multipart.required
                ? {}
                : { 'application/json': typed(`${name}Request`, asJson(all, multipart, schemas)) }),
              'multipart/form-data': {
                ...typed(`${name}Form`, asForm(all, multipart)),
                encoding: encodingOf(all, multipart),
              },
            },
    },
  };
}

/** The schema of the fields that are no files. */
export function withoutFiles(schema: JsonSchema, { part }: Multipart): JsonSchema {
  const { [part]: _, ...properties } = schema.properties ?? {};
  const required = schema.required?.filter((name) => name !== part) ?? [];
  const { required: _required, ...rest } = schema;
  return { ...rest, properties, ...(required.length === 0 ? {} : { required }) };
}

/** The body as JSON, whose field of files has what stands for them. */
function asJson(schema: JsonSchema, multipart: Multipart, schemas: Schemas): JsonSchema {
  const fields = withoutFiles(schema, multipart);
  if (multipart.json === undefined) return fields;
  return {
    ...fields,
    properties: { ...fields.properties, [multipart.part]: schemas.of(multipart.json, 'input') },
  };
}

/** The name of its file parts in a form: that of a list ends in brackets, as HTML forms and many clients have it. */
const partNameOf = (schema: JsonSchema, { part }: Multipart): string =>
  schema.properties?.[part]?.type === 'array' ? `${part}[]` : part;

function asForm(schema: JsonSchema, multipart: Multipart): JsonSchema {
  const { part, required } = multipart;
  const { default: _, ...file } = schema.properties?.[part] ?? {};
  const name = partNameOf(schema, multipart);
  const fields = withoutFiles(schema, multipart);
  return {
    ...fields,
    properties: { ...fields.properties, [name]: file },
    ...(required ? { required: [...(fields.required ?? []), name] } : {}),
  };
}

/** Encodings: each item of a list is a part of its own. */
function encodingOf(schema: JsonSchema, multipart: Multipart): MediaType['encoding'] {
  const objects = Object.entries(withoutFiles(schema, multipart).properties ?? {}).filter(
    ([, { type }]) => type === 'object' || type === 'array',
  );
  return {
    ...Object.fromEntries(objects.map(([name]) => [name, { contentType: 'application/json' }])),
    [partNameOf(schema, multipart)]: { contentType: 'application/octet-stream' },
  };
}
