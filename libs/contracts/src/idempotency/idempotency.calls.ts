import { z } from 'zod';
import { defineTenantCall, SERVICES } from '../operation.ts';

export const isKeyUsed = defineTenantCall({
  id: 'idempotency.is_key_used',
  service: 'each',
  summary: 'Whether an Idempotency-Key belongs to a request that a service has answered',
  input: z.object({ service: z.enum(SERVICES), credential_id: z.string(), key: z.string() }),
  output: z.object({ used: z.boolean() }),
});
