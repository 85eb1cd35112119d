import { InProcessFiles } from './in-process-files.ts';
import { readsConformance } from './reads.conformance.ts';
import { uploadsConformance, type CreateFiles } from './uploads.conformance.ts';

const create: CreateFiles = async (store) => {
  const files = new InProcessFiles();
  return { files, stop: await files.serve(store), close: () => Promise.resolve() };
};

uploadsConformance('in process', create);
readsConformance('in process', create);
