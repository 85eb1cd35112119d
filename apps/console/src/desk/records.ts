import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { unwrap, type Answer } from '../api/public.ts';
import { ApiFailure } from '../api/errors.ts';
import { notifyDone, notifyFailure, notifyRefused } from '../app/notifications.ts';
import { conflicts } from './form-changes.ts';
import { useIdempotencyKey } from './idempotency.ts';

/** A record with the tag of its version, which an update names so that it does not overwrite somebody else's. */
export interface Tagged<Value> {
  record: Value;
  etag: string;
}

/** The record of a response, with its tag. Rejects with an `ApiFailure` for an error. */
export async function unwrapTagged<Data>(answer: Promise<Answer<{ data: Data }>>): Promise<Tagged<Data>> {
  const settled = await answer;
  const { data } = await unwrap(Promise.resolve(settled));
  return { record: data, etag: settled.response.headers.get('etag') ?? '' };
}

/** Tells why a record was not saved: if somebody else was faster, the page shows the latest version by then. */
export function notifyNotSaved(noun: string, error: unknown): void {
  if (!isStale(error)) {
    notifyFailure(error);
    return;
  }
  notifyRefused(
    `Somebody else changed this ${noun}`,
    'Nothing was saved. You see the latest version now: check it, then make your change again.',
  );
}

interface SaveOptions<Value, Change> {
  /** The query of the record, whose data is `Tagged`. */
  queryKey: QueryKey;
  /** What the record is called, such as "ticket". */
  noun: string;
  send: (
    change: Change,
    headers: { 'If-Match': string; 'Idempotency-Key': string },
  ) => Promise<Answer<{ data: Value }>>;
}

/** Whether an update was refused because somebody else had changed the record since it was read. */
export const isStale = (error: unknown): boolean => error instanceof ApiFailure && error.status === 412;

interface Update<Change> {
  change: Change;
  /** The version that a dialog began with; without it, the one that the page shows. */
  etag?: string;
}

export interface Saving<Change> {
  /** Updates the record that the page shows, and tells of an error in a notification. */
  save: (change: Change) => void;
  /** Updates the record in the version that a dialog began with; rejects with the error, which the dialog shows. */
  saveFrom: (change: Change, etag: string) => Promise<unknown>;
  isPending: boolean;
}

/**
 * Updates a record. If somebody else changed the same fields meanwhile, nothing is overwritten, and the page shows the latest
 * version. A new version whose other fields differ, as after the reply of the user who closes a conversation, is updated.
 * Updates of one record run one after the other.
 */
export function useSave<Value extends object, Change extends object>({
  queryKey,
  noun,
  send,
}: SaveOptions<Value, Change>): Saving<Change> {
  const client = useQueryClient();
  const { keyFor, done } = useIdempotencyKey();
  const { mutate, mutateAsync, isPending } = useMutation({
    scope: { id: JSON.stringify(queryKey) },
    mutationFn: async ({ change, etag }: Update<Change>) => {
      const shown = client.getQueryData<Tagged<Value>>(queryKey);
      for (let version = etag ?? shown?.etag ?? '*'; ;) {
        // A repetition after a lost answer must not find the version that it has made itself.
        const key = keyFor([change, version]);
        try {
          return await unwrapTagged(send(change, { 'If-Match': version, 'Idempotency-Key': key }));
        } catch (error) {
          if (!isStale(error)) throw error;
          await client.invalidateQueries({ queryKey, exact: true });
          const latest = client.getQueryData<Tagged<Value>>(queryKey);
          if (etag !== undefined || shown === undefined || latest === undefined) throw error;
          if (conflicts(change, shown.record, latest.record)) throw error;
          version = latest.etag;
        }
      }
    },
    onSuccess: async (tagged) => {
      done();
      // An older answer that is still on its way must not replace this one.
      await client.cancelQueries({ queryKey, exact: true });
      client.setQueryData(queryKey, tagged);
      await client.invalidateQueries({ queryKey: [...queryKey.slice(0, 2), 'list'] });
      notifyDone(`The ${noun} is saved.`);
    },
    onError: (error, { etag }) => {
      if (etag === undefined) notifyNotSaved(noun, error);
    },
  });
  return {
    save: (change) => mutate({ change }),
    saveFrom: (change, etag) => mutateAsync({ change, etag }),
    isPending,
  };
}
