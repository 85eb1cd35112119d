export * from './address.ts';
export * from './draining-http-server.ts';
export * from './forwarding-warning.ts';
export * from './http-metrics.ts';
export * from './request-head.ts';
