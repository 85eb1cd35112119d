import { z } from 'zod';
import { idOf, otherExampleId, type IdKind } from '../id.ts';

/** Records that one request merges, or gives back. */
const MERGE_MAX = 50;
/** Records that can be merged into one, those that were merged into them included. */
export const MERGED_MAX = 500;
/** How long a merge can be undone. */
export const UNMERGE_WITHIN_DAYS = 30;

type Merged = Extract<IdKind, 'ticket' | 'conversation'>;

/** The ids of records to merge, or to give back. */
export const mergeIds = <Kind extends Merged>(kind: Kind, description: string) =>
  z
    .array(idOf(kind))
    .min(1)
    .max(MERGE_MAX)
    .transform((ids) => [...new Set(ids)])
    .meta({ description: `${description}, at most ${MERGE_MAX}`, examples: [[otherExampleId(kind)]] });

/** The ids that a record answers for. */
export const mergedFrom = <Kind extends Merged>(kind: Kind) =>
  z.array(idOf(kind)).meta({
    description: `Ids of the ${kind}s that were merged into it, at most ${MERGED_MAX}; their ids lead to this ${kind}`,
    examples: [[]],
  });

/** What a merge keeps and what it does not, for descriptions. */
export const describeMerge = (noun: string, together: string): string =>
  `Merges other ${noun}s into this one, which keeps its own values and gets ${together}. Lists, counts and search have the merged ` +
  `${noun}s no more, and their ids lead to this ${noun} in reads and writes, but not in its deletion; its \`merged_from\` names them. Can be undone for ` +
  `${UNMERGE_WITHIN_DAYS} days with \`POST /v1/${noun}s/{${noun}_id}/unmerge\`. All or nothing: one id that cannot be merged changes nothing; one that was merged into it before is ignored. ` +
  `Emits \`${noun}.merged\` for each merged ${noun} and \`${noun}.updated\` for this one.`;

/** What undoing a merge gives back and what it does not, for descriptions. */
export const describeUnmerge = (noun: string, back: string): string =>
  `Gives ${noun}s back that were merged into this one within the last ${UNMERGE_WITHIN_DAYS} days, each with the values that it had${back}. ` +
  `One that is a ${noun} of its own is ignored. ` +
  `What it brought is taken from this ${noun}, unless it was changed since; what came after the merge stays here. References to ` +
  `records that were deleted since are null, and so is the assignee of open work who was deactivated. Emits \`${noun}.unmerged\` for each ` +
  `and \`${noun}.updated\` for this ${noun}.`;
