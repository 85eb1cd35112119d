export {
  isTeamDeleted,
  Projections,
  requireActive,
  requireExisting,
  type NewAssignee,
} from './projections.ts';
export { projectionsMigrations, ProjectionsModule } from './projections.module.ts';
export type { ContactFields, TeamProjection, UserProjection } from './projections.queries.ts';
export { duplicates, RecordRow } from './records/record.entity.ts';
export { assignOf } from './records/assign-record.ts';
export { BATCH_SIZE, DueScheduler, dueTexts, type DueRecords } from './records/due-scheduler.ts';
export { rolledBackIf } from './records/rolled-back.ts';
export { RecordNumbers } from './records/record-numbers.ts';
export { AWAKE, snoozeAfter, wakesOn, type Snooze, type SnoozePatch } from './records/snooze.rules.ts';
export {
  recordColumns,
  recordFilters,
  recordSearchColumns,
  recordStatements,
} from './records/record-statements.ts';
export {
  assigneeSummary,
  contactColumns,
  contactSummary,
  teamSummary,
  type SummaryColumns,
} from './records/summaries.ts';
export { changeInBatches, isDeactivated, unassignWork, type RecordToChange } from './change-in-batches.ts';
export { directOf, unionOf, without, type Gained } from './merging/merge.rules.ts';
export { mergeStatements, survivorOf } from './merging/merge-statements.ts';
export { Merging, refusedAt, type Merged } from './merging/merging.ts';
export { ReindexJob } from './reindex-job.ts';
export { TagChangeJob } from './tags/tag-change-job.ts';
export { patchTags, resolveTagChanges, type TagsPatch } from './tags/tag-patch.rules.ts';
export { TAG_PAGE, tagColumns, TaggedRecords } from './tags/tagged-records.ts';
export { TagChangeSubscribers } from './tags/tag-changes.subscribers.ts';
