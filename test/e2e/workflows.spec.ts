import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { renderPath } from '../../scripts/check/k8s/render.mjs';
import { bakeOf } from '../../scripts/release/bake.mjs';
import { valuesOf } from '../../scripts/release/chart.mjs';
import { imagesOf } from '../../scripts/release/images.mjs';
import { notesOf } from '../../scripts/release/notes.mjs';

const root = join(import.meta.dirname, '../..');
const workflows = join(root, '.github/workflows');
const folder = mkdtempSync(join(tmpdir(), 'workflows-'));
const REGISTRY = 'registry.acme.test/parley';
const NODE_IMAGE = `docker.io/library/node:24@sha256:${'1'.repeat(64)}`;
const names = imagesOf().map(({ name }) => name);
const version = imagesOf()[0]?.version ?? '';
const digests = Object.fromEntries(names.map((name, index) => [name, `sha256:${String(index).repeat(64)}`]));

interface Step {
  uses?: string;
  run?: string;
}
interface Workflow {
  jobs: Record<string, { uses?: string; steps?: Step[] }>;
}
const files = await Promise.all(readdirSync(workflows).map((file) => renderPath(join(workflows, file))));
const steps = (files.flat() as unknown as Workflow[]).flatMap(({ jobs }) =>
  Object.values(jobs).flatMap(({ uses, steps: of = [] }): Step[] => [{ uses: uses ?? './' }, ...of]),
);

function run(
  script: string,
  args: string[],
  path = process.env['PATH'],
): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, script), ...args], {
    env: { ...process.env, NODE_OPTIONS: '', PATH: path },
    encoding: 'utf8',
  });
  return { code: status, output: stdout + stderr };
}

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('.github/workflows', () => {
  it('use actions by their commits, which nobody can move', () => {
    const used = steps.flatMap(({ uses }) => (uses === undefined || uses.startsWith('./') ? [] : [uses]));
    expect(used.length).toBeGreaterThan(0);
    for (const uses of used) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  });

  it('run scripts that there are, with options that they have', () => {
    const commands = steps.flatMap(({ run: text = '' }) =>
      [...text.replaceAll('\\\n', ' ').matchAll(/node (scripts\/\S+\.mjs)([^|>\n]*)/g)].map(
        ([, script = '', args = '']) => ({
          script,
          options: [...args.matchAll(/--([a-z-]+)/g)].map(([, one]) => one),
        }),
      ),
    );
    expect(commands.length).toBeGreaterThan(0);
    for (const { script, options } of commands) {
      expect({ script, isThere: existsSync(join(root, script)) }).toEqual({ script, isThere: true });
      const text = readFileSync(join(root, script), 'utf8');
      for (const option of options) expect(text).toContain(`--${option} `);
    }
  });
});

describe('scripts/release', () => {
  it('plans a release of this version alone, to a registry', () => {
    const plan = (tag: string, registry: string) =>
      run('scripts/release/plan.mjs', ['--registry', registry, '--tag', tag]);
    expect(plan(`v${version}`, REGISTRY)).toEqual({
      code: 0,
      output: expect.stringContaining(
        `version=${version}\nimages=${JSON.stringify(names)}\nhost=registry.acme.test\n`,
      ),
    });
    expect(plan('v99.0.0', REGISTRY).output).toContain(`the tag v99.0.0 is not that of version ${version}`);
    expect(plan(`v${version}`, '').output).toContain(
      'the variable REGISTRY of the repository must be a host',
    );
  });

  it('builds each image of one base by its digest, pushes it without a tag, and writes the list of its packages', () => {
    const release = { registry: REGISTRY, platform: 'linux/arm64', nodeImage: NODE_IMAGE, revision: 'abc' };
    const { group, target } = bakeOf(release);
    expect(group.default.targets).toEqual(names.flatMap((name) => [name, `${name}-sbom`]));
    const targets = Object.values(target);
    expect(new Set(targets.map(({ args }) => args['NODE_IMAGE']))).toEqual(new Set([NODE_IMAGE]));
    expect(target['ticket']).toMatchObject({
      platforms: ['linux/arm64'],
      args: { SERVICE: 'ticket' },
      output: [`type=image,name=${REGISTRY}/ticket,push-by-digest=true,name-canonical=true,push=true`],
    });
    expect(target['ticket-sbom']).toMatchObject({
      target: 'sbom',
      output: ['type=local,dest=built/sbom/arm64/ticket'],
    });
    expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).toMatch(/^FROM scratch AS sbom$/m);
    expect(() => bakeOf({ ...release, nodeImage: 'docker.io/library/node:24' })).toThrow(
      'must have a digest',
    );
  });

  it('joins the images of all platforms, and refuses a platform that lacks one', () => {
    // buildx needs a registry: this program does what it documents of `imagetools create`, and keeps its arguments.
    const docker = join(folder, 'docker');
    writeFileSync(
      docker,
      `#!${process.execPath}
const { appendFileSync, writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
appendFileSync(${JSON.stringify(join(folder, 'calls'))}, args.join(' ') + '\\n');
const file = args[args.indexOf('--metadata-file') + 1];
const tag = args[args.indexOf('--tag') + 1];
const all = ${JSON.stringify(digests)};
const digest = all[tag.split('/').at(-1).split(':')[0]];
writeFileSync(file, JSON.stringify({ 'containerimage.descriptor': { digest } }));
`,
    );
    chmodSync(docker, 0o755);
    const file = (arch: string, of: string[]) => {
      const path = join(folder, `${arch}.json`);
      const metadata = of.map((name) => [name, { 'containerimage.digest': `sha256:${arch}-${name}` }]);
      writeFileSync(path, JSON.stringify(Object.fromEntries(metadata)));
      return path;
    };
    const indexes = (of: string[]) =>
      run(
        'scripts/release/indexes.mjs',
        ['--registry', REGISTRY, file('amd64', names), file('arm64', of)],
        `${folder}:${process.env['PATH'] ?? ''}`,
      );
    expect(indexes(names.slice(1)).output).toContain(`arm64.json has no digest of ${names[0]}`);
    expect(existsSync(join(folder, 'calls'))).toBe(false);

    const { code, output } = indexes(names);
    expect({ code, output }).toEqual({ code: 0, output: `${JSON.stringify(digests, null, 2)}\n` });
    const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
    expect(calls).toHaveLength(names.length);
    const ticket = `${REGISTRY}/ticket`;
    expect(calls.find((call) => call.includes(`--tag ${ticket}:${version} `))).toMatch(
      new RegExp(`^buildx imagetools create .* ${ticket}@sha256:amd64-ticket ${ticket}@sha256:arm64-ticket$`),
    );
  });

  it('writes the digests of a release into the values of the chart, and refuses a chart that has no place for one', () => {
    const values = ['image:', '  # Of all.', "  prefix: ''", '  tag: 1', 'images:']
      .concat(names.flatMap((name) => [`  ${name}:`, "    tag: ''", '    # Of this.', "    digest: ''"]))
      .join('\n');
    const expected = names.reduce(
      (text, name) =>
        text.replace(new RegExp(`(?<=  ${name}:\n.*\n.*\n    digest: ).*`), digests[name] ?? ''),
      values.replace("prefix: ''", `prefix: ${REGISTRY}`),
    );
    expect(valuesOf(values, REGISTRY, digests)).toBe(expected);
    expect(expected.split('sha256:')).toHaveLength(names.length + 1);
    expect(() => valuesOf(values.replace('  ticket:', '  tickets:'), REGISTRY, digests)).toThrow(
      'images.ticket.digest',
    );
  });

  it('says in its notes what has changed, from which base the images were built, and what they are', () => {
    const changelog = `# Changelog\n\n## Unreleased\n\n- Later\n\n## ${version} (2026-01-02)\n\n### API\n\n- Now\n\n## 0.0.1 (2026-01-01)\n\n- Before\n`;
    const notes = notesOf(changelog, { registry: REGISTRY, digests, nodeImage: NODE_IMAGE });
    expect(notes).toContain('### API\n\n- Now\n');
    expect(notes).not.toMatch(/Later|Before/);
    expect(notes).toContain(`Built from \`${NODE_IMAGE}\``);
    expect(notes).toContain(`- \`${REGISTRY}/ticket@${digests['ticket']}\``);
    expect(() => notesOf('# Changelog\n', { registry: REGISTRY, digests, nodeImage: NODE_IMAGE })).toThrow(
      `says nothing of ${version}`,
    );
  });
});
