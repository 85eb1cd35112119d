// A rule of Oxlint: statements name the columns that they read. `*` becomes another list as soon as a migration adds a
// column, and PostgreSQL refuses to run a prepared statement whose result has changed ("cached plan must not change result
// type"): every process of the release before would fail. A function's result has the columns that its definition names.
const STAR =
  /(?:\bselect(?:\s+distinct)?|\breturning|,)\s+(?:\w+\.)?\*(?!\s*from\s+\w+\s*\()(?=\s*(?:,|\)|from\b|$|\w))/i;
const STATEMENT = /\b(?:select|returning)\b/i;

const message =
  'Name the columns: `*` changes with the table, which breaks statements that are prepared already.';

const readsStar = (text) => STATEMENT.test(text) && STAR.test(text);

const namedColumns = {
  create: (context) => ({
    Literal(node) {
      if (typeof node.value === 'string' && readsStar(node.value)) context.report({ node, message });
    },
    TemplateLiteral(node) {
      const text = node.quasis.map(({ value }) => value.cooked ?? value.raw).join('x');
      if (readsStar(text)) context.report({ node, message });
    },
  }),
};

export default { meta: { name: 'statements' }, rules: { 'named-columns': namedColumns } };
