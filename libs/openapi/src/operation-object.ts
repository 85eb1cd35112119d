import {
  isPage,
  isWithMeta,
  type Operation,
  PageLinks,
  PageMeta,
  findProcedure,
  supportsConditionalGet,
} from '@parley/contracts';
import { headersOf, type SharedResponses } from './responses.ts';
import { exampleOf } from './example.ts';
import { REQUEST_HEADERS } from './headers.ts';
import { operationIdOf, pascal, tagOf } from './resources.ts';
import type { Schemas } from './schemas.ts';
import { scopesOf, securityOf } from './security.ts';
import type { JsonSchema, OperationObject, Parameter, Reference, Response } from './types.ts';

/** Everything the document says of one operation. */
export function operationObject(
  operation: Operation,
  schemas: Schemas,
  answers: SharedResponses,
): OperationObject {
  const operationId = operationIdOf(
    operation.id,
    isPage(operation.response) || isWithMeta(operation.response),
  );
  return {
    operationId,
    summary: operation.summary,
    description: descriptionOf(operation),
    tags: [tagOf(operation.id)],
    ...(operation.deprecated === undefined ? {} : { deprecated: true }),
    security: securityOf(operation),
    'x-required-scopes': scopesOf(operation),
    parameters: [
      ...parametersOf('path', operation, schemas),
      ...parametersOf('query', operation, schemas),
      ...headerParameters(operation),
    ],
    ...bodyOf(operation, pascal(operationId), schemas),
    responses: {
      [String(operation.status)]: successOf(operation, schemas),
      ...(supportsConditionalGet(operation) ? { '304': answers.notModified(operation) } : {}),
      ...answers.errorsOf(operation),
    },
  };
}

function descriptionOf(operation: Operation): string {
  const scopes = scopesOf(operation).map((scope) => `\`${scope}\``);
  const { deprecated } = operation;
  return [
    operation.description ?? `${operation.summary}.`,
    scopes.length === 0 ? 'Any valid token will do.' : `Needs the scope ${scopes.join(' or ')}.`,
    ...(deprecated === undefined ? [] : [deprecationOf(deprecated)]),
  ].join('\n\n');
}

function deprecationOf({ since, sunset, instead }: NonNullable<Operation['deprecated']>): string {
  const end = sunset === undefined ? '' : ` and expected to end on ${sunset}`;
  const better = instead === undefined ? undefined : findProcedure(instead);
  const other = better?.kind === 'operation' ? `; use \`${better.route}\` instead` : '';
  return `Deprecated since ${since}${end}${other}.`;
}

/** The properties of the path or of the query as parameters. */
function parametersOf(place: 'path' | 'query', operation: Operation, schemas: Schemas): Parameter[] {
  const part = place === 'path' ? operation.params : operation.query;
  if (part === undefined) return [];
  const { properties = {}, required = [] } = schemas.of(part, 'input');
  return Object.entries(properties).map(([name, property]) => {
    const { description = '', examples: _, deprecated, ...schema } = property;
    return {
      name,
      in: place,
      description,
      required: place === 'path' || required.includes(name),
      ...(deprecated === true ? { deprecated } : {}),
      schema,
      example: exampleOf(property, schemas),
    };
  });
}

function headerParameters(operation: Operation): Reference[] {
  return REQUEST_HEADERS.filter(({ on }) => on(operation, 0)).map(({ name }) => ({
    $ref: `#/components/parameters/${name}`,
  }));
}

function bodyOf(operation: Operation, name: string, schemas: Schemas): Pick<OperationObject, 'requestBody'> {
  const { body, summary } = operation;
  if (body === undefined) return {};
  const schema = schemas.named(name, body, 'input', summary);
  return {
    requestBody: {
      description: schemas.resolve(schema).description ?? summary,
      required: !body.safeParse(undefined).success,
      content: { 'application/json': { schema, example: exampleOf(schema, schemas) } },
    },
  };
}

function successOf(operation: Operation, schemas: Schemas): Response {
  const { response, status } = operation;
  const headers = headersOf(operation, status);
  if ('kind' in response && response.kind === 'no_content') return { description: 'Done', headers };
  const schema = isPage(response)
    ? envelopeOf({
        data: {
          type: 'array',
          description: 'The items of this page',
          items: schemas.of(response.item, 'output'),
        },
        meta: schemas.of(PageMeta, 'output'),
        links: schemas.of(PageLinks, 'output'),
      })
    : isWithMeta(response)
      ? envelopeOf({
          data: schemas.of(response.data, 'output'),
          meta: schemas.of(response.meta, 'output'),
        })
      : envelopeOf({ data: schemas.of(response, 'output') });
  const description = status === 201 ? 'Created' : 'Success';
  return { description, headers, content: { 'application/json': { schema } } };
}

const envelopeOf = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
