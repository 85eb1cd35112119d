// A plugin of the Nest CLI (nest-cli.json). The CLI compiles one project, and Node.js finds the libraries that it imports
// in their builds: before an application, the plugin has the CLI compile those packages that have no current build.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** A hook of the compiler, for a transformer; this one changes nothing. */
export function before(_options, program) {
  // All projects in order are being built.
  if (!process.argv.includes('--all')) buildPackagesOf(dirname(program.getCompilerOptions().configFilePath));
  return () => (file) => file;
}

function buildPackagesOf(folder) {
  const { projects } = readJson('nest-cli.json');
  const own = Object.keys(projects).find((name) => join(root, projects[name].root) === folder);
  const needed = projectsOf(own, projects, new Set([own])).filter((name) => isStale(projects[name].root));
  if (needed.length === 0) return;
  const nest = join(root, 'node_modules/@nestjs/cli/bin/nest.js');
  execFileSync(process.execPath, [nest, 'build', ...needed], { cwd: root, stdio: 'inherit' });
}

/** The projects that one depends on, those first that others depend on. */
function projectsOf(project, projects, seen) {
  const { dependencies = {} } = readJson(`${projects[project].root}/package.json`);
  // It loads the services by their names.
  const loaded =
    project === 'standalone'
      ? Object.keys(projects).filter((name) => projects[name].type === 'application')
      : [];
  return [...Object.keys(dependencies), ...loaded].flatMap((name) => {
    const next = name.replace('@parley/', '');
    if (projects[next] === undefined || seen.has(next)) return [];
    seen.add(next);
    return [...projectsOf(next, projects, seen), next];
  });
}

/** The CLI makes the folder of a build anew. */
function isStale(folder) {
  const [src, dist] = ['src', 'dist'].map((name) => join(root, folder, name));
  if (!existsSync(dist)) return true;
  const built = statSync(dist).mtimeMs;
  const sources = readdirSync(src, { recursive: true }).filter((name) => !name.endsWith('.spec.ts'));
  return sources.some((name) => statSync(join(src, name)).mtimeMs > built);
}
