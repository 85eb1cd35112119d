// What the processes under test write, kept for the length of a run, and the search for secrets and forgotten promises in it.
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where a run keeps it; workers inherit the variable. */
export const logsFolder = () => (process.env.TEST_LOGS ??= mkdtempSync(join(tmpdir(), 'parley-logs-')));
const PASSWORDS = 'passwords';

/**
 * Keeps what a process writes on the outputs that are piped here, and shows its errors.
 * @param name begins with `standalone` for what shows its credentials on purpose before it says `ready`.
 */
export function keepLog(child, name) {
  const showsCredentials = name.startsWith('standalone');
  for (const output of ['stdout', 'stderr']) {
    const file = join(logsFolder(), `${name}-${child.pid}-${output}.log`);
    let isReady = !showsCredentials || output === 'stderr';
    let rest = '';
    child[output]?.on('data', (chunk) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop();
      const kept = lines.filter((line) => {
        const counts = isReady || line.startsWith('{');
        isReady ||= line.startsWith('ready');
        return counts;
      });
      // At the end of a run the folder goes before the last processes do.
      if (kept.length > 0 && existsSync(logsFolder())) appendFileSync(file, `${kept.join('\n')}\n`);
    });
  }
}

/** Has the search look for passwords, which no pattern tells. */
export function rememberPasswords(answer) {
  if (answer === null || typeof answer !== 'object' || typeof answer.password !== 'string') return;
  appendFileSync(join(logsFolder(), PASSWORDS), `${answer.password}\n`);
}

/** Ids of personal access tokens begin like tokens; they have 26 characters of base32 (libs/contracts/src/id.ts). */
const ID = /^pat_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const PATTERNS = [
  { what: 'a token', pattern: /\b(?:sk_live|sk_test|at_test|at|rt|pat|ac|cs)_[0-9A-Za-z]{20,}/g },
  { what: 'a webhook secret', pattern: /\bwhsec_[0-9A-Za-z+/]{20,}/g },
  { what: 'a download link', pattern: /[?&](?:X-Amz-)?signature=[\w-]{20,}/gi },
  { what: 'an authorization header', pattern: /\b(?:bearer|basic)\s+[0-9A-Za-z+/._=-]{20,}/gi },
  { what: 'the hash of a password', pattern: /\$argon2\w+\$/g },
  {
    what: 'a field that holds a secret',
    pattern:
      /"(?:authorization|cookie|set-cookie|password|client_secret|access_token|refresh_token|code_verifier)":\s*"(?!\[redacted\]")[^"]+"/gi,
  },
];
/** What a process survives and must not happen: the code that forgets a promise is to be found. */
const FORGOTTEN = '"process.rejection.unhandled"';
const PASSWORD = /[0-9A-Za-z]{20}/g;

/** What in a text must not be in any log: what it is, and how it begins. */
export function findSecrets(text, passwords = new Set()) {
  const found = PATTERNS.flatMap(({ what, pattern }) =>
    [...text.matchAll(pattern)].filter(([match]) => !ID.test(match)).map(([match]) => ({ what, match })),
  );
  for (const [match] of passwords.size === 0 ? [] : text.matchAll(PASSWORD))
    if (passwords.has(match)) found.push({ what: 'a password', match });
  // The report is a log too.
  return found.map(({ what, match }) => `${what}: ${match.slice(0, 12)}…`);
}

/** Looks through everything that a run has kept. */
export function searchLogs(folder = logsFolder()) {
  const names = readdirSync(folder);
  const passwords = names.includes(PASSWORDS)
    ? new Set(readFileSync(join(folder, PASSWORDS), 'utf8').split('\n').filter(Boolean))
    : new Set();
  let lines = 0;
  const findings = names
    .filter((name) => name.endsWith('.log'))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      lines += text.split('\n').length - 1;
      const found = new Set(findSecrets(text, passwords));
      for (const line of text.split('\n')) if (line.includes(FORGOTTEN)) found.add(line);
      return [...found].map((finding) => `${name}: ${finding}`);
    });
  return { lines, passwords: passwords.size, findings };
}
