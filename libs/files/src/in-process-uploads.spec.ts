import { InProcessUploads } from './in-process-uploads.ts';
import { uploadsConformance } from './uploads.conformance.ts';

uploadsConformance('in process', async (receive) => {
  const uploads = new InProcessUploads();
  return { uploads, stop: await uploads.serve(receive), close: () => Promise.resolve() };
});
