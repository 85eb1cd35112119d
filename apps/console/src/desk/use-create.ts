import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { usePublicApi } from '../app/session.tsx';
import type { PublicApi } from '../api/public.ts';
import { notifyDone } from '../app/notifications.ts';
import { useIdempotencyKey } from './idempotency.ts';

interface CreateOptions<Body> {
  /** The path of its pages, such as `tickets`, which is the beginning of its queries too. */
  resource: 'contacts' | 'conversations' | 'tickets';
  bodyOf: () => Body;
  create: (
    api: PublicApi,
    body: Body,
    header: { 'Idempotency-Key': string },
  ) => Promise<{ data: { id: string } }>;
}

/** Creates a record and opens its page. A repetition after a lost answer creates nothing twice. */
export function useCreate<Body>({ resource, bodyOf, create }: CreateOptions<Body>) {
  const api = usePublicApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { keyFor, done } = useIdempotencyKey();
  return useMutation({
    mutationFn: () => {
      const body = bodyOf();
      return create(api, body, { 'Idempotency-Key': keyFor(body) });
    },
    onSuccess: async ({ data }) => {
      done();
      notifyDone(`The ${resource.slice(0, -1)} is created.`);
      void client.invalidateQueries({ queryKey: [api.mode, resource, 'list'] });
      await navigate({ to: `/${resource}/${data.id}` });
    },
  });
}
