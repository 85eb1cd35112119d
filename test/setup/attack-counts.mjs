// Prints how many attacks of each kind were refused, and fails a complete run in which a kind has no test: a file that is
// renamed or emptied must not go unnoticed.
import { relative } from 'node:path';

const root = `${import.meta.dirname}/../..`;

/** Each kind of attack: the projects, the files and, where a file has other tests too, the `describe` of its tests. */
const KINDS = [
  {
    name: 'requests beyond the scope of a credential',
    in: /^e2e/,
    file: /e2e\/matrices/,
    under: /^requires its scope/,
  },
  {
    name: 'requests without a valid credential',
    in: /^e2e/,
    file: /e2e\/matrices/,
    under: /^rejects a request without/,
  },
  {
    name: 'records of another workspace or mode',
    in: /^e2e/,
    file: /e2e\/matrices/,
    under: /^hides its data from/,
  },
  { name: 'OAuth, sign-in and pages', in: /^e2e/, file: /e2e\/oauth\/attacks/ },
  { name: 'malformed and ambiguous HTTP', in: /^e2e/, file: /e2e\/attacks/ },
  { name: 'injection into parameters, paths and bodies', in: /^e2e/, file: /e2e\/bad-input/ },
  {
    name: 'forged download links, traversal, and files that a browser would run',
    in: /^e2e/,
    file: /e2e\/downloads/,
    under: /^(?:a link|what a browser could run|a hostile file)$/,
  },
  { name: 'costly request bodies', in: /^packages$/, file: /gateway\/.*costly-bodies/ },
  {
    name: 'webhook URLs of internal addresses (SSRF)',
    in: /^packages$/,
    file: /webhook\/.*(ssrf-|guarded-connector)/,
  },
  { name: 'hostile webhook receivers', in: /^packages$/, file: /webhook\/.*hostile-receivers/ },
];

export default class AttackCounts {
  #counts = new Map();
  #projects = new Set();
  #isWhole;
  #error;

  constructor({ testNamePattern, testPathPatterns }) {
    this.#isWhole = !testNamePattern && testPathPatterns.patterns.length === 0;
  }

  onTestResult({ context, path }, { testResults }) {
    const project = context.config.displayName.name;
    this.#projects.add(project);
    const file = relative(root, path);
    for (const kind of KINDS.filter((known) => known.in.test(project) && known.file.test(file))) {
      const passed = testResults.filter(
        ({ status, ancestorTitles }) =>
          status === 'passed' &&
          (kind.under === undefined || ancestorTitles.some((title) => kind.under.test(title))),
      );
      this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + passed.length);
    }
  }

  onRunComplete() {
    if (this.#counts.size > 0) {
      const lines = KINDS.filter((kind) => this.#counts.has(kind)).map(
        (kind) => `${String(this.#counts.get(kind)).padStart(6)}  ${kind.name}`,
      );
      console.log(`\nAttacks, tests passed:\n${lines.join('\n')}\n`);
    }
    if (!this.#isWhole) return;
    const applies = KINDS.filter((kind) => [...this.#projects].some((project) => kind.in.test(project)));
    const missing = applies.filter((kind) => !this.#counts.get(kind)).map(({ name }) => name);
    if (missing.length === 0) return;
    // With --json Jest does not print the errors of reporters.
    console.log(`Attacks without a test: ${missing.join('; ')}`);
    this.#error = new Error(`${missing.length} kinds of attacks have no test`);
  }

  getLastError() {
    return this.#error;
  }
}
