export * from './handles.ts';
export * from './provider-methods.ts';
