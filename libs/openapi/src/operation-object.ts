import {
  acceptedScopes,
  isEventStream,
  isPage,
  Included,
  isWithMeta,
  takesInclude,
  type Operation,
  PageLinks,
  PageMeta,
  findProcedure,
  supportsConditionalGet,
} from '@parley/contracts';
import type { z } from 'zod';
import { headersOf, type SharedResponses } from './responses.ts';
import { exampleOf } from './example.ts';
import { parameterOf, REQUEST_HEADERS } from './headers.ts';
import { bodyOf } from './request-body.ts';
import { operationIdOf, pascal, tagOf } from './resources.ts';
import type { Schemas } from './schemas.ts';
import { securityOf } from './security.ts';
import type { JsonSchema, OperationObject, Parameter, Reference, Response } from './types.ts';

export function operationObject(
  operation: Operation,
  schemas: Schemas,
  answers: SharedResponses,
): OperationObject {
  const operationId = nameOf(operation);
  return {
    operationId,
    summary: operation.summary,
    description: descriptionOf(operation),
    tags: [tagOf(operation.id)],
    ...(operation.deprecated === undefined ? {} : { deprecated: true }),
    security: securityOf(operation),
    'x-required-scopes': acceptedScopes(operation.scope),
    parameters: [
      ...parametersOf('path', operation, schemas),
      ...parametersOf('query', operation, schemas),
      ...headerParameters(operation),
    ],
    ...bodyOf(operation, operationId, schemas),
    responses: {
      ...(operation.isUpsert === true ? { 200: successOf({ ...operation, status: 200 }, schemas) } : {}),
      [String(operation.status)]: successOf(operation, schemas),
      ...(supportsConditionalGet(operation) ? { '304': answers.notModified(operation) } : {}),
      ...answers.errorsOf(operation),
    },
  };
}

const nameOf = ({ id, response }: Operation): string =>
  operationIdOf(id, isPage(response) || isWithMeta(response));

function descriptionOf(operation: Operation): string {
  const scopes = acceptedScopes(operation.scope).map((scope) => `\`${scope}\``);
  const { deprecated } = operation;
  return [
    ...(operation.description === undefined ? [] : [operation.description]),
    scopes.length === 0 ? 'Any valid token is accepted.' : `Requires the scope ${scopes.join(' or ')}.`,
    ...(operation.onlyAdmins === true ? ['Of users, only admins may do this. API keys need no role.'] : []),
    ...(deprecated === undefined ? [] : [deprecationOf(deprecated)]),
  ].join('\n\n');
}

function deprecationOf({ since, sunset, instead }: NonNullable<Operation['deprecated']>): string {
  const end = sunset === undefined ? '' : `, to be removed on ${sunset}`;
  const replacement = instead === undefined ? undefined : findProcedure(instead);
  const other = replacement?.kind === 'operation' ? `; use \`${replacement.route}\` instead` : '';
  return `Deprecated since ${since}${end}${other}.`;
}

function parametersOf(location: 'path' | 'query', operation: Operation, schemas: Schemas): Parameter[] {
  const part = location === 'path' ? operation.params : operation.query;
  if (part === undefined) return [];
  const { properties = {}, required = [] } = schemas.of(part, 'input');
  return Object.entries(properties).map(([name, property]) => {
    const { description = schemas.resolve(property).description, examples: _, deprecated, ...own } = property;
    const schema = namedEnum(name, own, operation, schemas);
    return {
      name,
      in: location,
      description: description ?? '',
      required: location === 'path' || required.includes(name),
      ...(deprecated === true ? { deprecated } : {}),
      ...(location === 'query' && schema.type === 'array' ? { style: 'form', explode: false } : {}),
      schema,
      example: exampleOf(property, schemas),
    };
  });
}

/** Enums of a single parameter, such as the fields that a list can be sorted by, as components: `ListTicketsSort`. */
function namedEnum(parameter: string, schema: JsonSchema, operation: Operation, schemas: Schemas) {
  const { default: fallback, ...values } = schema;
  if (values.enum === undefined) return schema;
  const name = pascal(nameOf(operation)) + pascal(parameter);
  const component = schemas.named(name, values, `Values of \`${parameter}\` in \`${nameOf(operation)}\``);
  return fallback === undefined ? component : { ...component, default: fallback };
}

/** A key belongs to one request, so that each operation has an example of its own. */
function headerParameters(operation: Operation): (Parameter | Reference)[] {
  return REQUEST_HEADERS.filter(({ on }) => on(operation, 0)).map((header) =>
    header.isOwn === true
      ? { ...parameterOf(header), example: `${nameOf(operation)}-${header.example as string}` }
      : { $ref: `#/components/parameters/${header.name}` },
  );
}

function successOf(operation: Operation, schemas: Schemas): Response {
  const { response, status } = operation;
  const headers = headersOf(operation, status);
  if ('kind' in response && response.kind === 'no_content') return { description: 'No content', headers };
  const of = (part: z.ZodType) => schemas.of(part, 'output');
  if (isEventStream(response)) {
    const description = 'Server-Sent Events; the schema is that of their `data`, which is JSON';
    return { description, headers, content: { 'text/event-stream': { schema: of(response.item) } } };
  }
  const included: Record<string, JsonSchema> = takesInclude(operation.query)
    ? { included: of(Included) }
    : {};
  const schema = isPage(response)
    ? envelopeOf(
        {
          data: { type: 'array', description: 'Items of this page', items: of(response.item) },
          meta: of(PageMeta),
          links: of(PageLinks),
        },
        included,
      )
    : isWithMeta(response)
      ? envelopeOf({ data: of(response.data), meta: of(response.meta) })
      : envelopeOf({ data: of(response) }, included);
  const description = status === 201 ? 'Created' : 'Success';
  const csv: NonNullable<Response['content']> = operation.csv === true ? { 'text/csv': { schema: CSV } } : {};
  return { description, headers, content: { 'application/json': { schema }, ...csv } };
}

const CSV = {
  type: 'string',
  description: 'The list in `data`, with the names of its fields in the first row',
} as const;

const envelopeOf = (
  properties: Record<string, JsonSchema>,
  optional: Record<string, JsonSchema> = {},
): JsonSchema => ({
  type: 'object',
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
});
