import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../../..');

it('the bus subscriber loads amqplib alone, and nothing that is not published', async () => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['sdks/bus/src/index.ts', 'sdks/bus/src/internal.ts'],
    outdir: 'none',
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    conditions: ['source'],
    logLevel: 'silent',
  });
  const files = Object.keys(metafile.inputs);
  const packages = files.flatMap(
    (file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.slice(1, 2) ?? [],
  );
  expect([...new Set(packages)]).toEqual(['amqplib']);
  expect(files.filter((file) => !/^(?:sdks\/bus\/src|node_modules)\//.test(file))).toEqual([]);
});
