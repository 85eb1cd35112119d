import {
  type EventDefinition,
  type Operation,
  operations,
  splitRoute,
  webhookEvents,
} from '@parley/contracts';
import { SharedResponses } from './responses.ts';
import { parameterOf, REQUEST_HEADERS, RESPONSE_HEADERS } from './headers.ts';
import { INFO } from './info.ts';
import { authorizationPaths, oauthPaths } from './oauth-paths.ts';
import { operationObject } from './operation-object.ts';
import { TAGS } from './resources.ts';
import { Schemas } from './schemas.ts';
import {
  securityOf,
  securitySchemes,
  DEFAULT_AUTH_URL,
  DEFAULT_BASE_URL,
  type Addresses,
} from './security.ts';
import type { Header, OpenApiDocument, OperationObject, PathItem } from './types.ts';
import { addEventUnion, webhookObject } from './webhook-object.ts';

/**
 * Builds the OpenAPI 3.1 document from the contracts. Takes about 50 ms, so callers keep the result.
 * @param addresses of the installation that the document describes.
 */
export function openApiDocument(
  of: readonly Operation[] = operations,
  sending: readonly EventDefinition[] = webhookEvents,
  addresses: Addresses = { baseUrl: DEFAULT_BASE_URL, authUrl: DEFAULT_AUTH_URL },
): OpenApiDocument {
  const schemas = new Schemas();
  const answers = new SharedResponses(schemas);
  const paths: Record<string, PathItem> = {};
  for (const operation of of) {
    const { method, path } = splitRoute(operation.route);
    const item = (paths[path] ??= {});
    item[method.toLowerCase() as keyof PathItem] = operationObject(operation, schemas, answers);
  }
  Object.assign(paths, oauthPaths(schemas), authorizationPaths(addresses.authUrl, schemas));
  const webhooks = Object.fromEntries(
    sending.map((event) => [event.type, { post: webhookObject(event, schemas) }]),
  );
  addEventUnion(sending, schemas);
  const objects = [...Object.values(paths), ...Object.values(webhooks)].flatMap((item) =>
    Object.values(item as Record<string, OperationObject>),
  );
  return {
    openapi: '3.1.1',
    info: INFO,
    servers: [{ url: addresses.baseUrl, description: 'This installation' }],
    tags: tagsOf(objects),
    security: securityOf({ scope: 'any-token' }),
    paths,
    webhooks,
    components: {
      schemas: sorted(schemas.components),
      parameters: Object.fromEntries(
        REQUEST_HEADERS.filter(({ isOwn }) => isOwn !== true).map((one) => [one.name, parameterOf(one)]),
      ),
      headers: headersOf(of),
      responses: sorted(answers.components),
      examples: sorted(answers.examples),
      securitySchemes: securitySchemes(addresses),
    },
  };
}

/** The used tags in display order; unknown ones come last. */
function tagsOf(objects: readonly OperationObject[]): { name: string; description: string }[] {
  const used = new Set(objects.flatMap(({ tags }) => tags));
  const known = TAGS.filter(({ name }) => used.has(name));
  const others = [...used].filter((name) => !TAGS.some((tag) => tag.name === name));
  return [...known, ...others.map((name) => ({ name, description: '' }))];
}

function headersOf(of: readonly Operation[]): Record<string, Header> {
  const statuses = [200, 201, 204, 304, 400, 401, 403, 404, 409, 412, 422, 429, 500, 503];
  return Object.fromEntries(
    RESPONSE_HEADERS.filter(({ on }) => of.some((one) => statuses.some((status) => on(one, status)))).map(
      ({ name, on: _, ...header }) => [name, header],
    ),
  );
}

const sorted = <Value>(record: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
