import { createHash } from 'node:crypto';
import { procedures, type Procedure, type ServiceName } from '@parley/contracts';
import { z } from 'zod';

/** Keys of the documentation alone; callers and callees that differ in it understand each other. */
const DOCUMENTATION = ['description', 'examples', 'title', 'deprecated', 'documentedAs'];

const known = new Map<ServiceName, string>();

/** A hash of what a service takes, by which releases are told apart. Results only gain fields, and are not part of it. */
export function contractOf(service: ServiceName): string {
  const isOwn = (one: Procedure) => one.service === service || one.service === 'each';
  const contract = known.get(service) ?? contractOfAll(procedures.filter(isOwn));
  known.set(service, contract);
  return contract;
}

/** The hash of these procedures, in any order. */
export function contractOfAll(all: readonly Procedure[]): string {
  const inputs = all
    .map((one) => [one.id, inputsOf(one)])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(inputs)).digest('base64url').slice(0, 22);
}

function inputsOf(procedure: Procedure): unknown {
  if (procedure.kind === 'call') return schemaOf(procedure.input);
  return [procedure.params, procedure.query, procedure.body].map((part) => part && schemaOf(part));
}

function schemaOf(schema: z.ZodType): unknown {
  return z.toJSONSchema(schema, {
    io: 'input',
    // What a transformation accepts is described where the API documents it.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { documentedAs } = z.globalRegistry.get(zodSchema) ?? {};
      for (const keyword of DOCUMENTATION) Reflect.deleteProperty(jsonSchema, keyword);
      if (documentedAs !== undefined)
        Object.assign(jsonSchema, { documented: schemaOf(documentedAs as z.ZodType) });
    },
  });
}
