// `npm start`: runs everything in this process, so that it receives the signals itself. npm forwards signals to its
// shell, and the script in package.json uses `exec`, because a shell that waits for a child would not pass them on.
import { prepare } from './prepare.mjs';

await prepare();
// Loading takes a second.
process.stderr.write('starting…\n');
await import('../../apps/standalone/dist/main.js');
