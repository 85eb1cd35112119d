import { spawnSync } from 'node:child_process';

/** The Python that has pika, for the subscriber in Python. Debian: apt-get install python3-pika, for its own Python. */
export function findPythonWithPika() {
  return ['python3', '/usr/bin/python3'].find(
    (program) => spawnSync(program, ['-c', 'import pika'], { stdio: 'ignore' }).status === 0,
  );
}
