import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** What a value of a column is in TypeScript. */
export type Kind = 'string' | 'number' | 'boolean' | 'Date' | 'Buffer' | 'array' | 'object' | 'any';

/** A statement as the source declares it. */
export interface DeclaredStatement {
  readonly name: string;
  /** The package that defines it: `apps/ticket`. */
  readonly home: string;
  /** Columns of its row type; null where that is `never`. */
  readonly columns: Readonly<Record<string, Kind>> | null;
  /** Calls that run it with an array literal of values. */
  readonly calls: readonly { readonly at: string; readonly values: number }[];
}

const ROOT = join(import.meta.dirname, '../../..');
const SOURCE = /(?<!\.(spec|type-spec|fixture|harness|conformance))\.ts$/;
/** Packages without a database. What they import takes the compiler as long as all the others. */
const WITHOUT_STATEMENTS = ['apps/cli', 'apps/console', 'apps/gateway'];
const DEFINING = new Set(['tenantStatement', 'workspaceStatement', 'systemStatement', 'pruneStatement']);

/** Reads all statements of all packages from their sources, with the types that the compiler sees. */
export function declaredStatements(): DeclaredStatement[] {
  const files = ['apps', 'libs']
    .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`))
    .filter((name) => !WITHOUT_STATEMENTS.includes(name))
    .map((name) => join(ROOT, name, 'src'))
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
    .filter((file) => SOURCE.test(file));
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  const program = ts.createProgram(files, { ...options, noEmit: true });
  const reader = new StatementReader(program.getTypeChecker());
  for (const file of files) {
    const source = program.getSourceFile(file);
    if (source !== undefined) reader.visit(source);
  }
  return reader.statements();
}

class StatementReader {
  readonly #declared = new Map<ts.Node, Omit<DeclaredStatement, 'calls'>>();
  readonly #calls = new Map<ts.Node, { at: string; values: number }[]>();

  constructor(private readonly checker: ts.TypeChecker) {}

  statements(): DeclaredStatement[] {
    return [...this.#declared].map(([node, one]) => ({ ...one, calls: this.#calls.get(node) ?? [] }));
  }

  visit(node: ts.Node): void {
    if (ts.isCallExpression(node)) {
      if (isDefinition(node)) this.#define(node);
      else this.#call(node);
    }
    ts.forEachChild(node, (child) => {
      this.visit(child);
    });
  }

  #define(call: ts.CallExpression): void {
    const [name] = call.arguments;
    if (name === undefined || !ts.isStringLiteralLike(name))
      throw new Error(`${placeOf(call)}: the name of a statement must be a literal`);
    const [row] = this.checker.getTypeArguments(this.checker.getTypeAtLocation(call) as ts.TypeReference);
    if (row === undefined) throw new Error(`${placeOf(call)}: no row type`);
    const home = placeOf(call).split('/').slice(0, 2).join('/');
    this.#declared.set(call, { name: name.text, home, columns: this.#columnsOf(row, call) });
  }

  #columnsOf(row: ts.Type, at: ts.Node): Record<string, Kind> | null {
    if ((row.flags & (ts.TypeFlags.Never | ts.TypeFlags.Unknown)) !== 0) return null;
    const columns = this.checker
      .getPropertiesOfType(row)
      .filter(({ flags }) => (flags & ts.SymbolFlags.Optional) === 0)
      .map(
        (column) => [column.name, this.#kindOf(this.checker.getTypeOfSymbolAtLocation(column, at))] as const,
      );
    return Object.fromEntries(columns);
  }

  #kindOf(declared: ts.Type): Kind {
    const type = this.checker.getNonNullableType(declared);
    const { flags } = type;
    if ((flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0) return 'any';
    const parts = type.isUnion() ? type.types : [type];
    const all = (flag: ts.TypeFlags) => parts.every((part) => (part.flags & flag) !== 0);
    if (all(ts.TypeFlags.StringLike)) return 'string';
    if (all(ts.TypeFlags.NumberLike)) return 'number';
    if (all(ts.TypeFlags.BooleanLike)) return 'boolean';
    if (this.checker.isArrayLikeType(type)) return 'array';
    const name = type.getSymbol()?.name;
    return name === 'Date' || name === 'Buffer' ? name : 'object';
  }

  /** Counts the values of a call such as `query(statement, [a, b])`. */
  #call(call: ts.CallExpression): void {
    const [statement, values] = call.arguments;
    if (statement === undefined || !ts.isPropertyAccessExpression(call.expression)) return;
    // The statement is recognized by its definition and not by its type: the types of all calls take the compiler
    // several times as long.
    if (!ts.isIdentifier(statement) && !isMember(statement)) return;
    const definition = this.#definitionOf(statement);
    const count = values === undefined ? 0 : countOf(values);
    if (definition === undefined || !isDefinition(definition) || count === undefined) return;
    const calls = this.#calls.get(definition) ?? [];
    this.#calls.set(definition, [...calls, { at: placeOf(call), values: count }]);
  }

  #definitionOf(expression: ts.Expression): ts.Node | undefined {
    let symbol = this.checker.getSymbolAtLocation(expression);
    if (symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0)
      symbol = this.checker.getAliasedSymbol(symbol);
    const declaration = symbol?.valueDeclaration;
    return declaration !== undefined && ts.isVariableDeclaration(declaration)
      ? declaration.initializer
      : undefined;
  }
}

/** Whether it is like `queries.findContact`, of a module that is imported as a whole. */
function isMember(node: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression);
}

/** Whether it is a call such as `tenantStatement('ticket.find', …)`. */
function isDefinition(node: ts.Node): boolean {
  return ts.isCallExpression(node) && ts.isIdentifier(node.expression) && DEFINING.has(node.expression.text);
}

function countOf(values: ts.Expression): number | undefined {
  if (!ts.isArrayLiteralExpression(values)) return undefined;
  return values.elements.some(ts.isSpreadElement) ? undefined : values.elements.length;
}

function placeOf(node: ts.Node): string {
  const source = node.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(node.getStart());
  return `${source.fileName.slice(ROOT.length + 1)}:${line + 1}`;
}
