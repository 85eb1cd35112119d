// Prints a table of the generated tests that passed for every operation, and fails a run that leaves a cell empty, so
// that a renamed, narrowed or deleted suite is noticed. The table is computed from the test results only.
const OPERATION = /^[a-z_]+\.[a-z_]+(?=:|$)/;

/** Each column: the projects and the `describe` of its tests, and the operations that it applies to. */
const COLUMNS = [
  { name: 'happy path', in: /^e2e/, under: /^succeeds with a valid request$/ },
  {
    name: 'lists',
    in: /^e2e/,
    under: /^(a filter returns exactly|a sort orders by|pages, cursors)/,
    of: 'lists',
  },
  { name: 'errors', in: /^e2e/, under: /^a declared error$/ },
  { name: 'scope', in: /^e2e/, under: /^requires its scope/ },
  { name: 'tenancy', in: /^e2e/, under: /^hides its data from another workspace$/ },
  { name: 'mode', in: /^e2e/, under: /^hides its data from the other mode$/, of: 'modes' },
  { name: 'document', in: /^e2e/, under: /^conforms to the API document$/ },
  { name: '500, 503', in: /^faults-services$/, under: /^while \w+ (is stopped|cannot find its tables)$/ },
];
/** Users, teams and inboxes are shared by both modes. */
export const isSharedByModes = ({ id, service }) => service === 'identity' || id.startsWith('inbox.');
const SUITES = ['matrices', 'filters', 'declared-errors'];

export default class OperationsTable {
  #cells = new Map();
  #projects = new Set();
  #suites = new Set();
  #config;
  #error;

  constructor(config) {
    this.#config = config;
  }

  onTestResult({ context, path }, { testResults }) {
    const project = context.config.displayName.name;
    this.#projects.add(project);
    const suite = SUITES.find((name) => path.endsWith(`/test/e2e/${name}.spec.ts`));
    if (suite !== undefined) this.#suites.add(`${project} ${suite}`);
    for (const { title, ancestorTitles, status } of testResults) {
      const [operation] = OPERATION.exec(title) ?? [];
      const column = COLUMNS.find(
        ({ in: where, under }) => where.test(project) && ancestorTitles.some((name) => under.test(name)),
      );
      if (operation === undefined || column === undefined) continue;
      const cell = this.#cell(project, operation, column);
      if (status === 'passed') cell.passed += 1;
      else cell.other += 1;
    }
  }

  async onRunComplete() {
    const projects = [...this.#projects].filter((name) => this.#isComplete(name)).toSorted();
    if (!projects.some((name) => name.startsWith('e2e'))) return;
    // Imported here, because other runs need no build.
    const { isPage, operations } = await import('@parley/contracts');
    const applies = {
      lists: ({ response }) => isPage(response),
      modes: (operation) => !isSharedByModes(operation),
    };
    const missing = [];
    const rows = operations.map((operation) => {
      const cells = COLUMNS.map((column) => {
        const of = projects.filter((name) => column.in.test(name));
        if (of.length === 0 || (column.of !== undefined && !applies[column.of](operation))) return '–';
        const found = of.map((project) => [project, this.#cell(project, operation.id, column)]);
        for (const [project, { passed, other }] of found)
          if (passed === 0 || other > 0) missing.push(`${project}: ${operation.id}, ${column.name}`);
        const good = found.every(([, { passed, other }]) => passed > 0 && other === 0);
        return good ? `✓ ${found.map(([, { passed }]) => passed).join('+')}` : '✗';
      });
      return [operation.id, ...cells];
    });
    print([['operation', ...COLUMNS.map(({ name }) => name)], ...rows], projects);
    if (missing.length === 0) return;
    // With --json Jest does not print the errors of reporters.
    console.log(`Not passed:\n${missing.join('\n')}\n`);
    this.#error = new Error(`${missing.length} cells of the table of operations did not pass`);
  }

  getLastError() {
    return this.#error;
  }

  /** Whether the run contains all tests of a project that the table is computed from. */
  #isComplete(project) {
    const { testNamePattern, testPathPatterns } = this.#config;
    if (testNamePattern) return false;
    if (!project.startsWith('e2e')) return COLUMNS.some((column) => column.in.test(project));
    const isWhole = testPathPatterns.patterns.length === 0;
    return isWhole || SUITES.every((suite) => this.#suites.has(`${project} ${suite}`));
  }

  #cell(project, operation, { name }) {
    const key = `${project} ${operation} ${name}`;
    const cell = this.#cells.get(key) ?? { passed: 0, other: 0 };
    this.#cells.set(key, cell);
    return cell;
  }
}

function print(rows, projects) {
  const widths = rows[0].map((_, index) => Math.max(...rows.map((row) => row[index].length)));
  const lines = rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index]))
      .join('  ')
      .trimEnd(),
  );
  console.log(`\nOperations, tests passed in ${projects.join(', ')}:\n${lines.join('\n')}\n`);
}
