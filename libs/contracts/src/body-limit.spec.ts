import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { bodyLimitOf } from './body-limit.ts';
import { operations } from './registry.ts';

const KIB = 1024;
const limitOf = (body: z.ZodType): number => bodyLimitOf({ body });
const idsOf = (limit: number) => operations.filter((one) => bodyLimitOf(one) === limit).map(({ id }) => id);

describe('the body limit of an operation', () => {
  it('fits twice the longest texts and lists of its schema, with every character escaped', () => {
    const text = z.string().max(20_000);
    for (const body of [z.object({ text }), z.object({ texts: z.array(z.string().max(200)).max(100) })]) {
      expect(limitOf(body)).toBe(256 * KIB);
    }
    expect(limitOf(z.object({ text, other: z.union([text, z.null()]) }))).toBe(512 * KIB);
  });

  it('is at least 128 KiB and at most 1 MiB', () => {
    expect(limitOf(z.object({ name: z.string().max(64), kind: z.enum(['a', 'b']), n: z.int() }))).toBe(
      128 * KIB,
    );
    expect(limitOf(z.object({ ids: z.array(z.string().max(255)).max(1_000) }))).toBe(1024 * KIB);
  });

  it('is 1 MiB only for long texts with other fields, and for lists of ids, addresses or conditions', () => {
    expect(idsOf(1024 * KIB)).toEqual([
      'connection.receive_message',
      'contact.bulk_update',
      'conversation.bulk_update',
      'conversation.create',
      'draft.save',
      'incoming_mail.create',
      'job.create',
      'message.create',
      'message.resend',
      'message.update',
      'ticket.bulk_update',
      'ticket.create',
      'ticket.create_message',
      'ticket.update',
      'ticket.upsert',
      'view.create',
      'view.update',
      'webhook.create',
      'webhook.update',
    ]);
    expect(idsOf(512 * KIB)).toEqual([
      'conversation.update',
      'macro.create',
      'macro.update',
      'mailbox.create',
      'mailbox.update',
    ]);
  });
});
