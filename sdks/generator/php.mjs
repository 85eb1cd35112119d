// The PHP library: a class per resource, type and enum, formatted as PSR-12 says. src/Core does the work; what is written here is
// names, types and documentation.
import { methodsBelow, pascal, snake } from './model.mjs';

/** @import { Field, Method, Model, NamedType, Resource, Type } from './model.mjs' */

export const folders = ['src/Resource', 'src/Model'];

const WIDTH = 120;
const HEADER =
  '<?php\n\n// Generated from the API document by `npm run sdks`. Do not edit.\ndeclare(strict_types=1);\n\n';
/** Classes by hand that generated code names. */
const CORE = ['Call', 'DownloadsFiles', 'KnownEvent', 'Model', 'Requester', 'Resource', 'Url'];
const PUBLIC = [
  'Changes',
  'EventStream',
  'File',
  'NotModified',
  'Omit',
  'Options',
  'Page',
  'Response',
  'Result',
];
PUBLIC.push('UnknownEvent', 'WebhookEvent');
/** Methods beside those of the API document. */
const ADDED = new Set(['updateWith', 'changes', 'download']);
/** Fields of all events, which KnownEvent has. */
const ENVELOPE = new Set(['id', 'event', 'api_version', 'timestamp', 'workspace_id', 'mode', 'actor']);
/** Texts that may be given as a time. */
const TIME = /_(after|before)$/;
/** The fields that a list can be sorted by, which have no class. */
const SORT = /^List\w+Sort$/;

/** @param {Model} model */
export function generate(model) {
  const php = new Php(model);
  const bodies = { 'Resource/Api': php.root(), 'Model/WebhookEvents': php.events() };
  for (const resource of below(model.root))
    bodies[`Resource/${className(resource)}`] = php.resource(resource);
  for (const type of model.types) {
    if (type.kind === 'enum' && !SORT.test(type.name)) bodies[`Model/${type.name}`] = enumText(type);
    if (type.kind === 'object' && type.inResponses) bodies[`Model/${type.name}`] = php.record(type);
  }
  return Object.fromEntries(
    Object.entries(bodies).map(([name, body]) => [`src/${name}.php`, fileText(name, body)]),
  );
}

// Text

/** A file, with the imports that its code needs. */
function fileText(name, body) {
  const [namespace] = name.split('/');
  const code = body.replaceAll(/\/\*\*[^]*?\*\//g, '');
  const isUsed = (one) => new RegExp(String.raw`(?<![\w$\\>])${one}(?![\w\\])`).test(code);
  const uses = [...CORE.filter(isUsed).map((one) => `Core\\${one}`), ...PUBLIC.filter(isUsed)];
  if (namespace === 'Resource' && /(?<!\\)\bModel\\/.test(body)) uses.push('Model');
  const imports = uses.sort().map((one) => `use Parley\\${one};\n`);
  return `${HEADER}namespace Parley\\${namespace};\n\n${imports.join('')}${imports.length > 0 ? '\n' : ''}${body.trim()}\n`;
}

function wrapped(line, width) {
  const lines = [''];
  for (const word of line.split(' ')) {
    const last = lines.at(-1);
    if (last !== '' && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

/** A doc comment; the lines that continue an annotation are indented. */
function comment(paragraphs, indent = '') {
  const width = WIDTH - indent.length - 3;
  const lines = paragraphs
    .flatMap((text) => text.replaceAll('*/', '* /').split('\n'))
    .flatMap((line) => {
      const [first, ...rest] = wrapped(line, line.startsWith('@') ? width - 2 : width);
      return [first, ...rest.map((one) => (line.startsWith('@') ? `  ${one}` : one))];
    });
  if (lines.length === 1 && lines[0].length + 4 < width) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

const quoted = (value) => `'${value}'`;
const codes = (values) => values.map((code) => `\`${code}\``).join(', ');

/** `opening`, items and `closing`, in a line each where one line would be too long. */
function listed(opening, items, closing, indent) {
  const line = indent + opening + items.join(', ') + closing;
  if (line.length <= WIDTH) return line;
  return `${indent}${opening}\n${items.map((item) => `${indent}    ${item},\n`).join('')}${indent}${closing}`;
}

/** An array of arguments by their names, as many in a line as it takes. */
function arrayOf(label, fields) {
  const pairs = fields.map(({ name }) => `'${name}'\0=>\0$${name}`).join(', ');
  const spaced = (line) => line.replaceAll('\0', ' ');
  if (label.length + pairs.length + 15 <= WIDTH) return `${label}[${spaced(pairs)}]`;
  const lines = wrapped(`${pairs},`, WIDTH - 16);
  return `${label}[\n${lines.map((line) => `                ${spaced(line)}\n`).join('')}            ]`;
}

/** @param {NamedType} type */
function enumText({ name, description, values }) {
  const about =
    description || `The values of ${name} that this release knows; a later server may send others.`;
  const lines = values.map((value) => `    public const ${snake(value).toUpperCase()} = '${value}';\n`);
  return `${comment([about])}final class ${name}\n{\n${lines.join('')}}`;
}

// Resources

/** @param {Resource} resource @returns {Resource[]} */
const below = (resource) => resource.children.flatMap((child) => [child, ...below(child)]);

/** @param {Resource} resource */
const className = ({ path }) => path.map(pascal).join('');

/** How a list can be followed: by the time of the last change, or in the order of the log. @param {Method} method */
function orderOf({ query, resource, isPaged }) {
  if (isPaged && query.some(({ name }) => name === 'updated_after'))
    return { field: 'updated_at', filter: 'updated_after', sort: 'updated_at' };
  return isPaged && resource.join() === 'events'
    ? { field: 'timestamp', filter: 'created_after', sort: 'logged_at' }
    : undefined;
}

class Php {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    this.types = new Map(model.types.map((type) => [type.name, type]));
    const methods = methodsBelow(model.root);
    const common = (some) =>
      some[0].errors.filter((code) => some.every(({ errors }) => errors.includes(code)));
    this.errors = common(methods);
    this.writeErrors = common(methods.filter(({ body }) => body)).filter(
      (code) => !this.errors.includes(code),
    );
  }

  // Types: those of what is sent are in the files of resources, those of what is received in the files of models.

  /** What a reference means: a map has no class. @param {Type} type @returns {Type} */
  meant(type) {
    const named = type.kind === 'ref' ? this.types.get(type.name) : undefined;
    return named?.kind === 'map' ? { kind: 'map', of: named.of } : type;
  }

  /** @param {Type} type */
  native(type, isSent, field = '') {
    const { kind, name } = this.meant(type);
    if (kind === 'ref' && !isSent) return name;
    if (kind === 'map' && isSent) return 'array|\\stdClass';
    if (isSent && (kind === 'datetime' || (kind === 'string' && TIME.test(field))))
      return '\\DateTimeInterface|string';
    const scalars = {
      string: 'string',
      datetime: 'string',
      enum: 'string',
      integer: 'int',
      number: 'float|int',
      boolean: 'bool',
    };
    return scalars[kind] ?? { file: 'File', union: 'mixed', any: 'mixed' }[kind] ?? 'array';
  }

  /** The type in a doc comment. @param {Type} type */
  documented(type, isSent, field = '') {
    const { kind, name, of, values } = this.meant(type);
    if (kind === 'list') return `list<${this.documented(of, isSent)}>`;
    if (kind === 'map') return `array<string, ${this.documented(of, isSent)}>`;
    if (kind === 'partial') return 'array<string, mixed>';
    if (kind === 'union') return of.map((one) => this.documented(one, isSent)).join('|');
    if (kind === 'enum' && SORT.test(name)) return values.map(quoted).join('|');
    if (kind === 'enum' && name !== undefined) return isSent ? `Model\\${name}::*` : `${name}::*|string`;
    if (kind !== 'ref' || !isSent) return this.native(type, isSent, field);
    const parts = this.types.get(name).fields.map((one) => {
      const documented = this.documented(one.type, true, one.name);
      return `${one.name}${one.required ? '' : '?'}: ${documented}${one.nullable ? '|null' : ''}`;
    });
    return `array{${parts.join(', ')}}`;
  }

  // Models

  /** @param {NamedType} type */
  record({ name, description, fields }) {
    const isEvent = this.model.events.some((event) => event.name === name);
    const own = isEvent ? fields.filter((field) => !ENVELOPE.has(field.name)) : fields;
    if (own.some((field) => field.name === 'raw'))
      throw new Error(`${name}: the field raw hides a member of models`);
    const properties = own.map((field) => this.property(field)).join('');
    return `${comment([description || `${name} of the API document.`])}final class ${name} extends ${isEvent ? 'KnownEvent' : 'Model'}
{
${this.conversions(own)}    protected function __construct(
        array $raw,
${properties}    ) {
        parent::__construct($raw);
    }
}`;
  }

  /** What the core makes of fields that are no plain values. @param {Field[]} fields */
  conversions(fields) {
    const kinds = { RECORDS: [], LISTS: [], MAPS: [] };
    for (const field of fields) {
      const { kind, name, of } = this.meant(field.type);
      const item =
        of?.kind === 'ref' && this.types.get(of.name).kind === 'object' ? `${of.name}::class` : undefined;
      if (kind === 'ref') kinds.RECORDS.push(`'${field.name}' => ${name}::class`);
      if (kind === 'list' && item) kinds.LISTS.push(`'${field.name}' => ${item}`);
      if (kind === 'map' || kind === 'partial') kinds.MAPS.push(`'${field.name}' => ${item ?? 'null'}`);
    }
    const lines = Object.entries(kinds).filter(([, pairs]) => pairs.length > 0);
    const texts = lines.map(
      ([kind, pairs]) => `${listed(`protected const ${kind} = [`, pairs, '];', '    ')}\n`,
    );
    return texts.join('') + (texts.length > 0 ? '\n' : '');
  }

  /** @param {Field} field */
  property({ name, type, required, nullable, description, since }) {
    const native = this.native(type, false);
    const isNullable = (nullable || !required || since !== undefined) && native !== 'mixed';
    const documented = this.documented(type, false);
    const isPlain = documented === native || type.kind === 'enum';
    const about = isPlain ? description : `@var ${documented}${isNullable ? '|null' : ''} ${description}`;
    const later = since === undefined ? '' : ` (servers before ${since} do not send it)`;
    const doc = about + later === '' ? '' : comment([about + later], '        ');
    const declared = !isNullable ? native : native.includes('|') ? `${native}|null` : `?${native}`;
    return `${doc}        public readonly ${declared} $${name},\n`;
  }

  events() {
    const classes = this.model.events.map(({ event, name }) => `        '${event}' => ${name}::class,\n`);
    return `/** @internal The class of each event. */
final class WebhookEvents
{
    public const CLASSES = [
${classes.join('')}    ];

    /** @param array<string, mixed> $raw */
    public static function fromArray(array $raw): WebhookEvent
    {
        $class = self::CLASSES[$raw['event'] ?? ''] ?? UnknownEvent::class;
        return $class::fromArray($raw);
    }
}`;
  }

  // Resources

  root() {
    const { version, sha256, root } = this.model;
    const errors = `Errors of all operations: ${codes(this.errors)}.\nOf those with a body also: ${codes(this.writeErrors)}.`;
    const constants = `    /** Version of the API document from which this library was made, and its SHA-256. */
    public const API_VERSION = '${version}';
    public const API_DOCUMENT = '${sha256}';

`;
    return this.class(
      root,
      'abstract class Api',
      ['The operations of the API, by resource.', '', errors],
      constants,
    );
  }

  /** @param {Resource} resource */
  resource(resource) {
    const about = `The operations of ${resource.path.map((name) => snake(name).replaceAll('_', ' ')).join(', ')}.`;
    const download = resource.path.join() === 'files' ? '    use DownloadsFiles;\n\n' : '';
    return this.class(resource, `final class ${className(resource)}`, [about], download);
  }

  class({ methods, children }, declaration, about, beginning) {
    const members = methods.flatMap((method) => {
      if (ADDED.has(method.name)) throw new Error(`${method.id}: ${method.name} is reserved`);
      const isEditable = method.name === 'update' && method.isConditional;
      const order = orderOf(method);
      return [this.method(method), isEditable && updateWith(method), order && changes(method, order)].filter(
        Boolean,
      );
    });
    const all = [childrenText(children), ...members].filter((one) => one !== '').join('\n');
    return `${comment(about)}${declaration} extends Resource\n{\n${beginning}${all}}`;
  }

  /** @param {Method} method */
  method(method) {
    const isStream = method.result.kind === 'stream';
    const query = isStream ? method.query.filter(({ name }) => name !== 'last_event_id') : method.query;
    const fields = [
      ...(method.body?.fields ?? []).map((field) => ({ ...field, isBody: true })),
      ...method.query,
    ];
    const ordered = [
      ...fields.filter(({ required }) => required),
      ...fields.filter(({ required }) => !required),
    ];
    const parameters = ordered.map((field) => this.parameter(field));
    const declarations = [
      ...method.pathParams.map((name) => `string $${name}`),
      ...parameters.map(({ declaration }) => declaration),
    ];
    const { native, documented, before, after } = this.result(method);
    const closing = `): ${native}`;
    const signature = listed(
      `public function ${method.name}(`,
      [...declarations, '?Options $options = null'],
      closing,
      '    ',
    );
    const own = method.errors.filter(
      (code) => !this.errors.includes(code) && !(method.body && this.writeErrors.includes(code)),
    );
    const errors = own.length === 0 ? '' : ` Errors: ${codes(own)}.`;
    const annotations = [...parameters.map(({ doc }) => doc), documented && `@return ${documented}`].filter(
      Boolean,
    );
    const throws = '@throws \\Parley\\Exception\\ParleyError';
    const doc = comment(
      [`${method.summary}.`, '', method.description + errors, '', ...annotations, throws],
      '    ',
    );
    const call = this.call(method, query).map((one) => `            ${one},\n`);
    return `${doc}${signature}${signature.includes('\n') ? ' {' : '\n    {'}
        return ${before}new Call(\n${call.join('')}        )${after};
    }
`;
  }

  /** @param {Field & {isBody?: boolean}} field */
  parameter({ name, type, required, nullable, description, isBody }) {
    const native = this.native(type, true, name);
    const suffixes = [(nullable || (!required && !isBody)) && 'null', !required && isBody && 'Omit'].filter(
      Boolean,
    );
    const isShort = suffixes.join() === 'null' && !native.includes('|');
    const declared = isShort ? `?${native}` : [native, ...suffixes].join('|');
    const value = required ? '' : isBody ? ' = Omit::Value' : ' = null';
    const about = description
      .replace(/; several are separated by commas$/, '')
      .replace(/ \(`\w+`(, `\w+`)*\)$/, '');
    const documented = [this.documented(type, true, name), ...suffixes].join('|');
    return {
      declaration: `${declared} $${name}${value}`,
      doc: `@param ${documented} $${name} ${about}`.trim(),
    };
  }

  /** The arguments of `new Call(…)`. @param {Method} method @param {Field[]} query */
  call({ id, verb, path, pathParams, body }, query) {
    const objects = body === undefined ? [] : this.objects(body.fields, '');
    const files = body?.files ?? [];
    return [
      quoted(id),
      quoted(verb),
      pathParams.length === 0 ? quoted(path) : urlOf(path, pathParams),
      query.length > 0 && arrayOf('query: ', query),
      body && arrayOf('body: ', body.fields),
      objects.length > 0 && `objects: [${objects.map(quoted).join(', ')}]`,
      files.length > 0 && `files: [${files.map(({ name, wire }) => `'${name}' => '${wire}'`).join(', ')}]`,
      files.some(({ name, wire }) => name === wire) && 'isForm: true',
    ].filter(Boolean);
  }

  /** Paths of the fields that are JSON objects, also if PHP has an empty array for them. @param {Field[]} fields */
  objects(fields, prefix) {
    return fields.flatMap(({ name, type }) => {
      const meant = this.meant(type);
      if (meant.kind === 'map') return [prefix + name];
      return meant.kind === 'ref'
        ? [prefix + name, ...this.objects(this.types.get(meant.name).fields, `${prefix}${name}.`)]
        : [];
    });
  }

  /** The type that a method returns, and what of the core is around its `new Call(…)`. @param {Method} method */
  result({ result: { kind, type, kinds, meta }, isCacheable }) {
    if (kind === 'none')
      return { native: 'Response', before: '$this->requester->nothing(', after: ', $options)' };
    const item = `Model\\${type.kind === 'list' ? type.of.name : type.name}`;
    if (kind === 'record') {
      const before = `$this->requester->record(${item}::class, `;
      if (!isCacheable) return { native: item, before, after: ', $options)' };
      const native = `${item}|NotModified`;
      return { native, documented: `($options is null ? ${item} : ${native})`, before, after: ', $options)' };
    }
    if (kind === 'result') {
      const documented = `Result<${type.kind === 'list' ? `list<${item}>` : item}, Model\\${meta}>`;
      const before = `$this->requester->recordWithMeta(${item}::class, Model\\${meta}::class, `;
      return { native: 'Result', documented, before, after: ', $options)' };
    }
    const [native, last] = kind === 'page' ? ['Page', ''] : ['EventStream', ', $last_event_id'];
    const classes = kinds?.map(({ prefix, name }) => `'${prefix}' => Model\\${name}::class`).join(', ');
    const after = `, $options, ${classes === undefined ? `${item}::class` : `[${classes}]`}${last})`;
    const records = kinds?.map(({ name }) => `Model\\${name}`).join('|') ?? item;
    return { native, documented: `${native}<${records}>`, before: `new ${native}($this->requester, `, after };
  }
}

/** Resources below another, which are made when they are read first. @param {Resource[]} children */
function childrenText(children) {
  if (children.length === 0) return '';
  const properties = children.map((child) => `    public readonly ${className(child)} $${child.name};\n`);
  const unset = listed(
    'unset(',
    children.map(({ name }) => `$this->${name}`),
    ');',
    '        ',
  );
  const arms = children.map(
    (child) =>
      `            '${child.name}' => $this->${child.name} = new ${className(child)}($this->requester),\n`,
  );
  return `${properties.join('')}
    public function __construct(Requester $requester)
    {
        parent::__construct($requester);
        // A property that is unset calls __get() when it is read first.
${unset}
    }

    public function __get(string $name): Resource
    {
        return match ($name) {
${arms.join('')}            default => throw new \\Error("Undefined property: $name"),
        };
    }
`;
}

/** @param {Method} method */
function updateWith({ pathParams, result }) {
  const ids = pathParams.map((one) => `$${one}, `).join('');
  const signature = listed(
    'public function updateWith(',
    [...pathParams.map((one) => `string $${one}`), '\\Closure $change', '?Options $options = null'],
    `): Model\\${result.type.name}`,
    '    ',
  );
  return `    /**
     * Reads the record, and updates it if nobody else has changed it meanwhile; otherwise both again, five times.
     *
     * @param \\Closure(Model\\${result.type.name}): array<string, mixed> $change returns the arguments of \`update\`
     * @throws \\Parley\\Exception\\PreconditionFailedError with the newest record
     * @throws \\Parley\\Exception\\ParleyError
     */
${signature}${signature.includes('\n') ? ' ' : '\n    '}{
        $get = fn (Options $with) => $this->get(${ids}options: $with);
        $update = fn (array $fields, Options $with) =>
            $this->update(${ids}...$fields, options: $with);
        return $this->requester->edit($get, $update, $change, $options);
    }
`;
}

/** @param {Method} method @param {{field: string, filter: string, sort: string}} order */
function changes({ result }, { field, filter, sort }) {
  return `    /**
     * The records in the order of their changes, from a time or from the \`resumeCursor\` of an earlier run.
     *
     * @return Changes<Model\\${result.type.name}>
     */
    public function changes(
        \\DateTimeInterface|string|null $since = null,
        ?string $cursor = null,
        ?Options $options = null,
    ): Changes {
        $list = fn (?string $from) => $this->list(
            ${filter}: $since,
            sort: '${sort}',
            order: 'asc',
            per_page: 100,
            cursor: $from,
            options: $options,
        );
        return new Changes($list, '${field}', $cursor);
    }
`;
}

/** A path with its ids, on a line of at most 120 characters or on several. */
function urlOf(path, ids) {
  const parts = [quoted(path), ...ids.map((name) => `$${name}`)];
  const line = `Url::path(${parts.join(', ')})`;
  const [indent, inner] = [' '.repeat(12), ' '.repeat(16)];
  return indent.length + line.length < 120
    ? line
    : `Url::path(\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent})`;
}
