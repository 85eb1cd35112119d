import { z } from 'zod';
import { defineTenantCall, SERVICES } from '../operation.ts';

export const isKeyUsed = defineTenantCall({
  id: 'idempotency.is_key_used',
  service: 'each',
  summary: 'Check whether a service has completed a request with this Idempotency-Key',
  input: z.object({ service: z.enum(SERVICES), credential_id: z.string(), key: z.string() }),
  output: z.object({ used: z.boolean() }),
});
