export { detached } from './detached.ts';
export * from './file-links.ts';
export * from './http/http-uploads.ts';
export * from './http/upload-transport.config.ts';
export * from './in-process-uploads.ts';
export * from './upload-limits.config.ts';
export { UploadTransport, type ReceiveUpload, type UploadHead } from './upload-transport.ts';
