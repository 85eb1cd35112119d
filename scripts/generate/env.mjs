// `node scripts/generate/env.mjs [PATH]`: writes .env from .env.example with random secrets, those of the services that
// docker-compose.yml names too. A file that is there gets what it lacks, such as what a release has added, and keeps every line that
// it has, because the data of an installation cannot be read without its secrets. Needs nothing but Node.js.
import { randomBytes } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const read = (name) => readFileSync(join(root, name), 'utf8');
const path = process.argv[2] ?? '.env';

/** The value of an empty secret; any other variable stays as it is. */
function secretFor(name) {
  if (name === 'ENCRYPTION_KEYS') return randomBytes(32).toString('base64');
  // As part of a URL it needs no escaping.
  return /_(?:PASSWORD|SECRET)$/.test(name) ? randomBytes(32).toString('base64url') : '';
}

const passwords = read('docker-compose.yml').match(/\b[A-Z]+_DATABASE_PASSWORD\b/g);
const lines = [...new Set(passwords)].map((name) => `${name}=\n`).join('');
const text = read('.env.example')
  .replace('POSTGRES_PASSWORD=\n', (line) => line + lines)
  .replaceAll(/^([A-Z_]+)=$/gm, (line, name) => line + secretFor(name));

/** Adds the variables that a file lacks, and returns their names. */
function complete(existing) {
  const missing = [...text.matchAll(/^([A-Z_]+)=.*$/gm)].filter(
    ([, name]) => !new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`, 'm').test(existing),
  );
  if (missing.length === 0) return [];
  const ended = existing === '' || existing.endsWith('\n') ? '' : '\n';
  appendFileSync(path, `${ended}${missing.map(([line]) => `${line}\n`).join('')}`);
  return missing.map(([, name]) => name);
}

try {
  writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  console.log(`${path} is written. Start with: docker compose up --build`);
} catch (error) {
  if (error.code !== 'EEXIST') {
    console.error(`env:create: ${path} ${error.message}`);
    process.exit(1);
  }
  const added = complete(readFileSync(path, 'utf8'));
  console.log(
    added.length === 0 ? `${path} lacks nothing, and stays as it is` : `${path} lacked ${added.join(', ')}`,
  );
}
