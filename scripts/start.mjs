// `npm start`: everything in this one process, which thereby gets the signals itself: npm forwards them to its shell,
// and the script in package.json has the shell exec us, because a shell that waits for a child would keep them.
import { prepare } from './prepare.mjs';

await prepare();
await import('../apps/standalone/dist/main.js');
