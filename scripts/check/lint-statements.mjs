// Rules of Oxlint. First: statements name the columns that they read. `*` becomes another list as soon as a migration adds a
// column, and PostgreSQL refuses to run a prepared statement whose result has changed ("cached plan must not change result
// type"): every process of the release before would fail. A function's result has the columns that its definition names.
const STAR =
  /(?:\bselect(?:\s+distinct)?|\breturning|,)\s+(?:\w+\.)?\*(?!\s*from\s+\w+\s*\()(?=\s*(?:,|\)|from\b|$|\w))/i;
const STATEMENT = /\b(?:select|returning)\b/i;

const message =
  'Name the columns: `*` changes with the table, which breaks statements that are prepared already.';

const readsStar = (text) => STATEMENT.test(text) && STAR.test(text);

// Second: a statement that locks rows joins nothing (`for update of` is only needed beside joins). Under READ COMMITTED one that
// waits for its lock returns the row as it is after the wait, beside rows of other tables as they were before: LockedRead.
const LOCKS_JOINED_ROW = /\bfor (?:no key )?update of\b/i;
const lockMessage =
  'Lock by key first, and read what the row joins after it: LockedRead of @parley/persistence.';

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

const lockedReads = {
  create: (context) => ({
    Literal(node) {
      if (typeof node.value === 'string' && LOCKS_JOINED_ROW.test(node.value))
        context.report({ node, message: lockMessage });
    },
    TemplateElement(node) {
      if (LOCKS_JOINED_ROW.test(node.value.raw)) context.report({ node, message: lockMessage });
    },
  }),
};

export default {
  meta: { name: 'statements' },
  rules: { 'named-columns': namedColumns, 'locked-reads': lockedReads },
};
