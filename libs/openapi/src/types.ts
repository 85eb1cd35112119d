// The parts of OpenAPI 3.1 that the document uses.

/** JSON Schema 2020-12. */
export interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  [keyword: string]: unknown;
}

export interface Reference {
  $ref: string;
}

export interface Header {
  description: string;
  required?: boolean;
  schema: JsonSchema;
  example: unknown;
}

export interface Parameter extends Header {
  name: string;
  in: 'path' | 'query' | 'header';
  deprecated?: boolean;
}

export interface MediaType {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, Reference>;
  /** Encodings of the parts of a form whose media type does not follow from their schema. */
  encoding?: Record<string, { contentType: string }>;
}

export interface Response {
  description: string;
  headers?: Record<string, Reference | Header>;
  content?: Record<string, MediaType>;
  /** Possible values of `error.code`. */
  'x-error-codes'?: string[];
}

export interface OperationObject {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  deprecated?: boolean;
  /** Where it is, if not at the servers of the document. */
  servers?: { url: string; description: string }[];
  security?: Record<string, readonly string[]>[];
  'x-required-scopes'?: readonly string[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { description: string; required: boolean; content: Record<string, MediaType> };
  responses: Record<string, Response | Reference>;
}

export type PathItem = Partial<Record<'get' | 'post' | 'patch' | 'delete', OperationObject>>;

export interface OpenApiDocument {
  openapi: '3.1.1';
  info: Record<string, unknown>;
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  security: Record<string, readonly string[]>[];
  paths: Record<string, PathItem>;
  webhooks: Record<string, PathItem>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, Parameter>;
    headers: Record<string, Header>;
    responses: Record<string, Response>;
    examples: Record<string, { summary: string; value: unknown }>;
    securitySchemes: Record<string, unknown>;
  };
}
