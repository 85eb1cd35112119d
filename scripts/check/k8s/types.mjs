// Checks the documents of a rendering against the types of Kubernetes: a key that a type lacks is a fault, as is a wrong or
// missing value. The compiler does it, since only literals in source code are checked for unknown keys.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const CUSTOM = 'scripts/check/k8s/custom-resources.ts';
const root = join(import.meta.dirname, '../../..');
const compiler = join(root, 'node_modules/typescript/bin/tsc');
/** The groups of Kubernetes itself; those of operators are in custom-resources.ts. */
const GROUPS = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'autoscaling/v2': 'autoscaling/v2',
  'batch/v1': 'batch/v1',
  'networking.k8s.io/v1': 'networking/v1',
  'policy/v1': 'policy/v1',
  'scheduling.k8s.io/v1': 'scheduling/v1',
};

const moduleOf = (apiVersion) =>
  GROUPS[apiVersion] === undefined ? `../../../${CUSTOM}` : `kubernetes-types/${GROUPS[apiVersion]}`;

/** Whether the type of a document is one of Kubernetes, or among the custom resources that k8s/ uses. */
export const isTyped = ({ apiVersion, kind }) =>
  GROUPS[apiVersion] !== undefined ||
  readFileSync(join(root, CUSTOM), 'utf8').includes(`apiVersion: '${apiVersion}';\n  kind: '${kind}';`);

/** A literal of the type of a document, on one line. */
const literal = (document, index) =>
  `const d${index}: import('${moduleOf(document.apiVersion)}').${document.kind} = ${JSON.stringify(document)};`;

/** Equal documents of several renderings are checked once. Returns the faults as `{ rule, where, message }`. */
export async function typeErrors(documents) {
  const unique = [...new Map(documents.map((document) => [JSON.stringify(document), document])).values()];
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'k8s-'));
  try {
    const file = join(folder, 'documents.ts');
    await writeFile(file, `${unique.map(literal).join('\n')}\nexport {};\n`);
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--allowImportingTsExtensions',
      '--ignoreConfig',
    ];
    const output = await compile([...options, '--module', 'esnext', '--moduleResolution', 'bundler', file]);
    return [...output.matchAll(/documents\.ts\((\d+),\d+\): error (.*)/g)].map(([, line, message]) => ({
      rule: 'types',
      where: nameOf(unique[Number(line) - 1]),
      message,
    }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function compile(args) {
  return new Promise((done, fail) => {
    execFile(process.execPath, [compiler, ...args], { cwd: root, maxBuffer: 64e6 }, (error, stdout) => {
      // It exits with 1 or 2 for errors in the sources, each of which it prints.
      if (error !== null && !/error TS\d+/.test(stdout)) fail(error);
      else done(stdout);
    });
  });
}

export const nameOf = ({ kind, metadata }) => `${kind} ${metadata?.name ?? '?'}`;
