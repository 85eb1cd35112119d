import { z } from 'zod';
import { idOf, type Id, type IdKind } from './id.ts';
import { component } from './documented.ts';
import { defineOperation, noContent, withMeta, type Operation } from './operation.ts';
import { pageOf } from './page.ts';
import type { ScopeRequirement } from './scope.ts';

const Upserted = component('UpsertMeta', 'What an upsert has done', {
  created: z.boolean().describe('Whether the record was created; else it was found, and updated'),
});

/** What an operation says of itself; its summary is `Create a ticket`, unless it is given. */
type Spec = Partial<Pick<Operation, 'summary' | 'description' | 'errors' | 'multipart' | 'onlyAdmins'>>;

/**
 * The five operations on a kind of record, each of which says only what is its own: `ticket.update` is
 * `PATCH /v1/tickets/{ticket_id}`, requires the scope `write`, and returns the record.
 */
export function defineResource<K extends IdKind, R extends z.ZodType>(
  noun: K,
  record: R,
  { path, read, write }: { path: `/v1/${string}`; read: ScopeRequirement; write: ScopeRequirement },
) {
  const params = z.object({ [`${noun}_id`]: idOf(noun) } as Record<`${K}_id`, z.ZodType<Id<K>, Id<K>>>);
  const one = `${path}/{${noun}_id}` as const;
  const aRecord = `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;
  return {
    /** The path parameters that name one record. */
    params,
    list: <Q extends z.ZodType>(spec: Spec & { query: Q }) =>
      defineOperation({
        ...{ id: `${noun}.list`, route: `GET ${path}`, scope: read, response: pageOf(record) },
        summary: `List ${path.slice('/v1/'.length)}`,
        ...spec,
      }),
    get: <Q extends z.ZodType | undefined = undefined>(spec: Spec & { query?: Q } = {}) =>
      defineOperation({
        ...{ id: `${noun}.get`, route: `GET ${one}`, scope: read, params, response: record },
        summary: `Retrieve ${aRecord}`,
        ...spec,
      }),
    /** Responds with the record, unless the spec says more. */
    create: <B extends z.ZodType, C extends z.ZodType = R>(spec: Spec & { body: B; response?: C }) =>
      defineOperation({
        ...{ id: `${noun}.create`, route: `POST ${path}`, status: 201, scope: write },
        summary: `Create ${aRecord}`,
        response: record as unknown as C,
        ...spec,
      }),
    /** Finds the record by what identifies it and updates it, or creates it. */
    upsert: <B extends z.ZodType>(spec: Spec & { body: B }) =>
      defineOperation({
        ...{ id: `${noun}.upsert`, route: `POST ${path}/upsert`, status: 201, isUpsert: true, scope: write },
        ...{ summary: `Create or update ${aRecord}`, response: withMeta(record, Upserted), ...spec },
      }),
    /** Responds with the record, unless the spec says more. */
    update: <B extends z.ZodType, C extends z.ZodType = R>(spec: Spec & { body: B; response?: C }) =>
      defineOperation({
        ...{ id: `${noun}.update`, route: `PATCH ${one}`, scope: write, params },
        summary: `Update ${aRecord}`,
        response: record as unknown as C,
        ...spec,
      }),
    delete: (spec: Spec = {}) =>
      defineOperation({
        ...{ id: `${noun}.delete`, route: `DELETE ${one}`, scope: write, params, response: noContent },
        summary: `Delete ${aRecord}`,
        ...spec,
      }),
  };
}
