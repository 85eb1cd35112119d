import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMode } from '../app/session.tsx';
import { notifyDone } from '../app/notifications.ts';
import { useIdempotencyKey } from './idempotency.ts';

interface CreateOptions<Body> {
  /** The path of its pages, such as `tickets`, which is the beginning of its queries too. */
  resource: string;
  noun: string;
  create: (body: Body, header: { 'Idempotency-Key': string }) => Promise<{ data: { id: string } }>;
}

/** Creates a record and opens its page. A repetition after a lost answer creates nothing twice. */
export function useCreate<Body>({ resource, noun, create }: CreateOptions<Body>) {
  const [mode] = useMode();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { keyFor, done } = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: Body) => create(body, { 'Idempotency-Key': keyFor(body) }),
    onSuccess: async ({ data }) => {
      done();
      notifyDone(`The ${noun} is created.`);
      void client.invalidateQueries({ queryKey: [mode, resource, 'list'] });
      await navigate({ to: `/${resource}/${data.id}` });
    },
  });
}
