// `npm start`: everything in this one process, which thereby gets the signals itself.
import { prepare } from './prepare.mjs';

await prepare();
await import('../apps/standalone/dist/main.js');
