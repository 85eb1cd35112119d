export * from './file-links.ts';
export * from './in-process-uploads.ts';
export * from './upload-limits.config.ts';
export * from './upload-transport.ts';
