import { z } from 'zod';
import { defineCommand } from '../call.ts';
import { services } from '../services.ts';

/** Counts of one type of encrypted values in a service. */
const Counts = z.object({
  type: z.string(),
  /** Encrypted again with the current key. */
  reencrypted: z.int(),
  /** Left as they are: their key is not configured, or they were altered. */
  unreadable: z.int(),
});

export const reencryptSecrets = defineCommand({
  command: 'secrets:reencrypt',
  summary: 'Encrypt the stored secrets of a service with the first of ENCRYPTION_KEYS',
  input: z.object({ service: z.enum(services).describe('Service that stores the secrets') }),
  output: z.object({
    secrets: z.array(Counts),
    /** `false` if the time of the command did not suffice: a repeat continues. */
    completed: z.boolean(),
  }),
  example: { service: 'webhook' },
});
