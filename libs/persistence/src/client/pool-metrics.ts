import { ObservedMetric } from '@parley/runtime/metrics';

/** Read at each scrape. */
export const poolConnections = new ObservedMetric({
  name: 'parley_db_connections',
  help: 'Connections of the pool of a service in this process, by state: used, idle',
  labelNames: ['component', 'state'],
});
export const poolWaiting = new ObservedMetric({
  name: 'parley_db_pool_waiting',
  help: 'Work that waits for a connection of the pool',
  labelNames: ['component'],
});
export const poolMax = new ObservedMetric({
  name: 'parley_db_pool_max',
  help: 'Connections that the pool of a service in this process may have',
  labelNames: ['component'],
});
