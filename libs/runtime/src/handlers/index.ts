export * from './handles.ts';
export * from './interceptor.ts';
export * from './provider-methods.ts';
