// Written in contracts, where the operator's commands take durations too.
export { parseDuration } from '@parley/contracts';
