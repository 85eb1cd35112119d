export { Projections } from './projections.ts';
export { projectionsMigrations, ProjectionsModule } from './projections.module.ts';
export type { ContactProjection, UserProjection } from './projections.queries.ts';
export {
  byContactAddress,
  assigneeSummary,
  contactSummary,
  type SummaryColumns,
  withSummaries,
} from './summaries.ts';
export { CHANGE_BATCH, changeInBatches, type RecordToChange } from './change-in-batches.ts';
export { ReindexJob } from './reindex-job.ts';
export { TAG_PAGE, TagChangeJob, TaggedRecords } from './tags/tag-change-job.ts';
export { tagColumns } from './tags/tag-columns.ts';
export { TagChangeSubscribers } from './tags/tag-changes.subscribers.ts';
export { unassignWork } from './unassign.ts';
