import {
  ApiError,
  errorOf,
  MERGED_MAX,
  mergeCustomFields,
  tagKey,
  TAGS_MAX,
  UNMERGE_WITHIN_DAYS,
  type CustomFields,
} from '@parley/contracts';
import { isSameValue } from '@parley/runtime/records';
import type { RecordRow } from '../records/record.entity.ts';

const DAY_MS = 86_400_000;

/** What a survivor got from a record that was merged into it. */
export interface Gained {
  readonly tags: readonly string[];
  readonly custom_fields: CustomFields;
}

/** A record that was merged, as far as a rule needs it. */
export interface MergedRecord {
  readonly id: string;
  readonly merged_at: Date;
  readonly record: Pick<RecordRow, 'merged_ids'>;
  readonly gained: Gained;
}

type Mergeable = Pick<RecordRow, 'id' | 'tags' | 'custom_fields' | 'merged_ids'>;
type Shared = Pick<RecordRow, 'tags' | 'custom_fields' | 'merged_ids'>;

interface Union {
  readonly shared: Shared;
  /** What came from each record, by their ids. */
  readonly gained: ReadonlyMap<string, Gained>;
}

/**
 * What a record has together with others: its tags and theirs, its custom fields and those of theirs that it lacks. `earlier`: what it
 * gained from the records that were merged into it before. Throws 422 for more than a record can have.
 */
export function unionOf(
  survivor: Mergeable,
  others: readonly Mergeable[],
  earlier: readonly Gained[],
): Union {
  const lent = new Set(earlier.flatMap(({ tags }) => tags.map(tagKey)));
  const lentFields = new Set(earlier.flatMap(({ custom_fields: fields }) => Object.keys(fields)));
  const ownTags = new Set(survivor.tags.map(tagKey).filter((key) => !lent.has(key)));
  const shared: Shared = {
    tags: [...survivor.tags],
    custom_fields: survivor.custom_fields,
    merged_ids: [...survivor.merged_ids],
  };
  const gained = new Map<string, Gained>();
  for (const { id, tags, custom_fields: fields, merged_ids } of others) {
    const isOwn = (name: string) => name in survivor.custom_fields && !lentFields.has(name);
    gained.set(id, {
      tags: tags.filter((tag) => !ownTags.has(tagKey(tag))),
      custom_fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !isOwn(name))),
    });
    const known = new Set(shared.tags.map(tagKey));
    shared.tags.push(...tags.filter((tag) => !known.has(tagKey(tag))));
    shared.custom_fields = { ...fields, ...shared.custom_fields };
    shared.merged_ids.push(id, ...merged_ids);
  }
  requireRoom(shared);
  return { shared, gained };
}

function requireRoom({ tags, custom_fields: fields, merged_ids }: Shared): void {
  if (tags.length > TAGS_MAX) throw tooMany(`together have more than ${TAGS_MAX} tags`);
  if (merged_ids.length > MERGED_MAX)
    throw tooMany(`would make more than ${MERGED_MAX} merged records of one`);
  try {
    mergeCustomFields({}, fields);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw tooMany('together have more than 100 custom fields, or 16 KiB of them');
  }
}

const tooMany = (message: string): ApiError =>
  errorOf([{ code: 'too_many_items', param: 'from_ids', message }]);

/** What is left to a survivor without records that are given back; what it has had changed since stays. `rest`: those that stay merged. */
export function without(
  survivor: Mergeable,
  back: readonly MergedRecord[],
  rest: readonly MergedRecord[],
): Shared {
  const direct = directOf(rest);
  const kept = new Set(direct.flatMap(({ gained }) => gained.tags.map(tagKey)));
  const lost = new Set(back.flatMap(({ gained }) => gained.tags.map(tagKey)).filter((key) => !kept.has(key)));
  const fields = Object.entries(survivor.custom_fields).flatMap(([name, value]) => {
    const isBrought = back.some(
      ({ gained: { custom_fields: own } }) => name in own && isSameValue(own[name], value),
    );
    if (!isBrought) return [[name, value] as const];
    // Another one that stays has a value of its own for it.
    const other = direct.find(({ gained }) => name in gained.custom_fields)?.gained.custom_fields[name];
    return other === undefined ? [] : [[name, other] as const];
  });
  const gone = new Set(back.flatMap(({ id, record }) => [id, ...record.merged_ids]));
  const stays = new Set(rest.map(({ id }) => id));
  return {
    tags: survivor.tags.filter((tag) => !lost.has(tagKey(tag))),
    custom_fields: Object.fromEntries(fields),
    merged_ids: survivor.merged_ids.filter((id) => !gone.has(id) || stays.has(id)),
  };
}

/** The records that were merged into the survivor itself, not into one of those. */
export function directOf<Merged extends MergedRecord>(merged: readonly Merged[]): Merged[] {
  return merged.filter((one) => !merged.some((other) => contains(other, one)));
}

/** Whether a record had another one in it when it was merged. One that was given back, and merged anew, is not in it any more. */
export const contains = ({ record, merged_at: at }: MergedRecord, other: MergedRecord): boolean =>
  record.merged_ids.includes(other.id) && other.merged_at <= at;

/** Whether a merge can still be undone. */
export const canBeUndone = ({ merged_at: since }: Pick<MergedRecord, 'merged_at'>, at: Date): boolean =>
  at.getTime() - since.getTime() <= UNMERGE_WITHIN_DAYS * DAY_MS;
