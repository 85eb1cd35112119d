// Rules of Oxlint: a dependency is used by its documented interface alone. An exception is in one of the files below, whose
// text tells why; there may be two.
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The files that use what their dependency does not document, by what they use. */
const EXCEPTIONS = {
  'libs/persistence/src/client/prepared-query.ts':
    'a statement of pg that asks for no description of rows that are known',
  'apps/mail/src/transports/smtp/received-bytes.ts':
    'the bytes that Nodemailer receives, of which it bounds replies, but not blank lines',
};
const EXCEPTIONS_MAX = 2;

/** `pg/lib/utils.js`, but not `fastify/fastify.js`: the folders in which packages keep what they do not export. */
const DEEP_IMPORT = /^(?!\.)(?:@[\w.-]+\/)?[\w.-]+\/(?:lib|dist|src|build|internal)\//;
/** What the documentation of a package imports from such a folder. */
const DOCUMENTED = new Set([
  'ajv/dist/2020.js',
  'mailauth/lib/dkim/verify.js',
  'mailauth/lib/dmarc/index.js',
  'mailauth/lib/spf/index.js',
  'nodemailer/lib/mail-composer',
  'nodemailer/lib/smtp-connection',
]);
/** A leading underscore marks what a package keeps to itself; `__proto__`, `__dirname` and the like are of the language. */
const PRIVATE_NAME = /^_(?!_)\w/;
/** Our own symbols of the global object. */
const OWN_SYMBOL = /^parley\./;

const message = (used) =>
  `${used} is no documented interface. See scripts/check/lint-interfaces.mjs: a dependency is used by its documented interface.`;

const nameOf = ({ computed, property, key = property }) =>
  computed || key?.type !== 'Identifier' ? (key?.type === 'Literal' ? String(key.value) : '') : key.name;

/** Whether a member is one of our own object, which our own classes name with `#`. */
const isOfThis = ({ object }) => object.type === 'ThisExpression' || object.type === 'Super';

const privateInterface = {
  create(context) {
    if (Object.keys(EXCEPTIONS).length > EXCEPTIONS_MAX)
      throw new Error(`There are more than ${EXCEPTIONS_MAX} exceptions`);
    if (relative(root, context.filename) in EXCEPTIONS) return {};
    const report = (node, used) => context.report({ node, message: message(used) });
    const imported = (node) => {
      const from = node.source?.value ?? '';
      if (DEEP_IMPORT.test(from) && !DOCUMENTED.has(from)) report(node, from);
    };
    return {
      ImportDeclaration: imported,
      ExportNamedDeclaration: imported,
      ExportAllDeclaration: imported,
      ImportExpression: imported,
      MemberExpression(node) {
        if (PRIVATE_NAME.test(nameOf(node)) && !isOfThis(node)) report(node, nameOf(node));
      },
      ObjectPattern({ properties }) {
        for (const one of properties)
          if (one.type === 'Property' && PRIVATE_NAME.test(nameOf(one))) report(one, nameOf(one));
      },
      CallExpression({ callee, arguments: [name] }) {
        if (callee.type !== 'MemberExpression') return;
        const isForeign =
          nameOf(callee) === 'for' && callee.object.name === 'Symbol' && !OWN_SYMBOL.test(name?.value);
        if (isForeign || nameOf(callee) === 'getOwnPropertySymbols')
          report(callee, 'A symbol of another package');
      },
    };
  },
};

/** `client as unknown as { connection: … }` reaches for a member that the types of a package hide. */
const hiddenMember = {
  create: (context) => ({
    TSAsExpression(node) {
      const { expression: inner, typeAnnotation: type } = node;
      const isForced = inner.type === 'TSAsExpression' && inner.typeAnnotation.type === 'TSUnknownKeyword';
      if (isForced && type.type === 'TSTypeLiteral' && !(relative(root, context.filename) in EXCEPTIONS))
        context.report({ node, message: message('A member that the types hide') });
    },
  }),
};

export default {
  meta: { name: 'interfaces' },
  rules: { 'private-interface': privateInterface, 'hidden-member': hiddenMember },
};
