import { CommandFailure } from './failure.ts';
import { run } from './program.ts';
import { Terminal } from './terminal.ts';

// The reader of a pipe may end before us: `parley audit:list … | head`.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  process.exit(code === 'EPIPE' ? 0 : 1);
});

try {
  await run(process.argv.slice(2), new Terminal(process.stdout, process.stderr));
} catch (error) {
  if (!(error instanceof CommandFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}
