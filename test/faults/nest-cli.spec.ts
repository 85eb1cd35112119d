import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../..');

interface Project {
  type: string;
  root: string;
  sourceRoot: string;
}

/** Vite builds what runs in browsers. */
const isBuiltByNest = (folder: string) => !existsSync(join(root, folder, 'vite.config.ts'));

it('nest-cli.json lists every package that runs on Node.js and nothing else', () => {
  const { projects } = JSON.parse(readFileSync(join(root, 'nest-cli.json'), 'utf8')) as {
    projects: Record<string, Project>;
  };
  const expected = (['libs', 'apps'] as const).flatMap((group) =>
    readdirSync(join(root, group), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && isBuiltByNest(`${group}/${entry.name}`))
      .map(({ name }) => {
        const folder = `${group}/${name}`;
        const type = group === 'libs' ? 'library' : 'application';
        return [name, { type, root: folder, sourceRoot: `${folder}/src` }];
      }),
  );
  expect(projects).toEqual(Object.fromEntries(expected));
});
