import { messageDeliveryUpdated } from '@parley/contracts';
import type { FileLinks } from '@parley/files';
import { isSameValue } from '@parley/runtime/records';
import type { Transaction } from '@parley/persistence';
import { MessageRow } from '../message.entity.ts';
import { toMessage } from '../message.serializer.ts';
import type { MessageWithAuthor } from '../messages.queries.ts';
import {
  advance,
  anonymous,
  isSameDelivery,
  shown,
  type DeliveryReport,
  type StoredDelivery,
} from './delivery.rules.ts';

/** A message that leaves. */
export type Leaving = MessageWithAuthor & { delivery: StoredDelivery };

export const isLeaving = (row: MessageWithAuthor): row is Leaving => row.delivery !== null;

/** Writes what is reported of a locked message, and its event if that shows anything new. */
export async function advanceDelivery(
  tx: Transaction,
  row: Leaving,
  report: DeliveryReport,
  links: FileLinks,
): Promise<MessageWithAuthor> {
  const advanced = advance(row.delivery, report);
  const delivery = row.redacted_at === null ? advanced : anonymous(advanced);
  if (isSameValue(row.delivery, delivery)) return row;
  const changed: MessageWithAuthor = await tx.update(MessageRow, row, { delivery });
  if (!isSameDelivery(row.delivery, delivery))
    tx.emit(messageDeliveryUpdated, toMessage(changed, links), { delivery: shown(row.delivery) });
  return changed;
}
