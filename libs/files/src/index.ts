export { detached } from './detached.ts';
export * from './file-links.ts';
export * from './http/file-transport.config.ts';
export * from './http/http-files.ts';
export * from './in-process-files.ts';
export * from './storage-full.ts';
export * from './upload-limits.config.ts';
export {
  FileTransport,
  type DocumentImages,
  type FileContent,
  type FileStore,
  type OpenFile,
  type ReceiveUpload,
  type SourceOwner,
  type UploadHead,
} from './file-transport.ts';
