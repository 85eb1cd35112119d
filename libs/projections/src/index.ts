export { Projections } from './projections.ts';
export { Projections1700000000004 as CopiesMigration } from './projections.migration.ts';
export { ProjectionsModule } from './projections.module.ts';
export type { ContactProjection, UserProjection } from './projections.queries.ts';
export {
  byContactAddress,
  selectWithSummaries,
  assigneeSummary,
  contactSummary,
  type SummaryColumns,
} from './summaries.ts';
export { ReindexJob } from './reindex-job.ts';
