/** A result of Authentication-Results (RFC 8601 section 2.2). */
export interface AuthenticationResult {
  /** Name of the method in lower case, without its version. */
  readonly method: string;
  readonly result: string;
  /** `ptype.property` in lower case, with its value; the first one of several counts. */
  readonly properties: ReadonlyMap<string, string>;
  /** The policy of the domain, which providers write into a comment or a property of their own. */
  readonly policy: string | null;
}

export interface AuthenticationResults {
  /** The server that has checked; empty where it does not say so. */
  readonly authservId: string;
  readonly results: readonly AuthenticationResult[];
}

type Token =
  | { readonly type: 'word' | 'comment'; readonly text: string }
  | { readonly type: 'semicolon' | 'equals' };

/** Characters of a field, results of it and properties of a result that are read. */
const FIELD_MAX = 16_384;
const RESULTS_MAX = 100;
const PROPERTIES_MAX = 50;

/**
 * Parses a field (RFC 8601 section 2.2): comments, which nest, may be anywhere, values may be quoted, and a method may have several results.
 * A field that begins with a result has no authserv-id, which is against RFC 8601, but what Microsoft 365 writes. The field is read in one
 * pass; what cannot be read is left out.
 */
export function parseAuthenticationResults(value: string): AuthenticationResults {
  const groups = groupsOf(tokensOf(value.slice(0, FIELD_MAX)));
  const [head = [], ...rest] = groups;
  const hasId = !head.some(({ type }) => type === 'equals');
  const first = head.find((token) => token.type === 'word');
  const authservId = hasId && first?.type === 'word' ? first.text.toLowerCase() : '';
  const results = (hasId ? rest : groups).slice(0, RESULTS_MAX).map(resultOf);
  return { authservId, results: results.filter((result) => result !== null) };
}

/**
 * The results that the mailbox's own provider has written: those of the topmost field with its id, since fields below may be of the sender
 * (RFC 8601 section 5). Null without one. The id is compared without case; an empty one stands for a provider that writes none.
 */
export function trustedResults(
  fields: readonly string[],
  trustedId: string,
): readonly AuthenticationResult[] | null {
  const id = trustedId.trim().toLowerCase();
  for (const field of fields) {
    const parsed = parseAuthenticationResults(field);
    if (parsed.authservId === id) return parsed.results;
  }
  return null;
}

function resultOf(tokens: readonly Token[]): AuthenticationResult | null {
  const pairs = pairsOf(tokens);
  const [first, ...others] = pairs;
  if (first === undefined) return null;
  const properties = new Map<string, string>();
  for (const { name, value } of others.slice(0, PROPERTIES_MAX)) {
    if (!properties.has(name)) properties.set(name, value);
  }
  const comments = tokens.flatMap((token) => (token.type === 'comment' ? [token.text] : [])).join(' ');
  const inComment = /(?:^|[\s(;,])p=([a-z]+)/i.exec(comments)?.[1] ?? null;
  const policy =
    properties.get('policy.published-domain-policy') ?? properties.get('policy.dmarc') ?? inComment;
  const [method = ''] = first.name.split('/');
  return { method, result: first.value.toLowerCase(), properties, policy: policy?.toLowerCase() ?? null };
}

/** Words with an equals sign between them, whatever else stands around them. */
function pairsOf(tokens: readonly Token[]): { name: string; value: string }[] {
  const plain = tokens.filter(({ type }) => type !== 'comment');
  return plain.flatMap((token, index) => {
    const before = plain[index - 1];
    const after = plain[index + 1];
    if (token.type !== 'equals' || before?.type !== 'word') return [];
    return [{ name: before.text.toLowerCase(), value: after?.type === 'word' ? after.text : '' }];
  });
}

function groupsOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const groups: Token[][] = [[]];
  for (const token of tokens) {
    if (token.type === 'semicolon') groups.push([]);
    else groups.at(-1)?.push(token);
  }
  return groups;
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '(') {
      const end = endOfComment(text, at);
      tokens.push({ type: 'comment', text: text.slice(at + 1, end - 1) });
      at = end;
    } else if (char === '"') {
      const end = endOfQuoted(text, at);
      tokens.push({ type: 'word', text: text.slice(at + 1, end - 1).replaceAll(/\\(.)/gs, '$1') });
      at = end;
    } else if (char === ';' || char === '=') {
      tokens.push({ type: char === ';' ? 'semicolon' : 'equals' });
      at += 1;
    } else if (/\s/.test(char)) at += 1;
    else {
      const end = endOfWord(text, at);
      tokens.push({ type: 'word', text: text.slice(at, end) });
      at = end;
    }
  }
  return tokens;
}

/** The place after the parenthesis that ends a comment, which may have others in it; the end of the text without one. */
function endOfComment(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  // One more than the end, as if the parenthesis were there.
  return text.length + 1;
}

function endOfQuoted(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '"') return at + 1;
  }
  return text.length + 1;
}

/** The end of a word, in which a value may have equals signs: base64 of `header.b`. */
function endOfWord(text: string, start: number): number {
  let at = start;
  while (at < text.length && !/[\s;="()]/.test(text.charAt(at))) at += 1;
  return Math.max(at, start + 1);
}
