import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';
import { build } from 'esbuild';

const ENTRY = join(import.meta.dirname, 'index.ts');
const ROOT = join(dirname(ENTRY), '../../../..');

it('the entry for services of others loads amqplib and zod, and nothing of NestJS or of our persistence', async () => {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [ENTRY],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    conditions: ['source'],
    logLevel: 'silent',
  });
  const files = Object.keys(metafile.inputs);
  const packages = new Set(
    files.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.slice(1, 2) ?? []),
  );
  expect([...packages].toSorted()).toEqual(['amqplib', 'zod']);
  const libraries = new Set(files.flatMap((file) => /^libs\/([^/]+\/src\/[^/]+)/.exec(file)?.slice(1) ?? []));
  expect([...libraries].filter((path) => !path.startsWith('contracts/')).toSorted()).toEqual([
    'events/src/bus-consumer',
    'events/src/envelope.ts',
    'events/src/rabbitmq',
    'events/src/transport.ts',
    'runtime/src/async',
    'runtime/src/server-version.ts',
  ]);
});
