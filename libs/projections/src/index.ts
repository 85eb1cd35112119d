export { Projections } from './projections.ts';
export { projectionsMigrations, ProjectionsModule } from './projections.module.ts';
export type { ContactProjection, UserProjection } from './projections.queries.ts';
export {
  byContactAddress,
  selectWithSummaries,
  assigneeSummary,
  contactSummary,
  type SummaryColumns,
} from './summaries.ts';
export { ReindexJob } from './reindex-job.ts';
