// `node scripts/generate/env.mjs [PATH]`: writes .env from .env.example with random secrets, those of the services that
// docker-compose.yml names too. Needs nothing but Node.js, and never overwrites a file, because the data of an installation cannot be read without its secrets.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
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
try {
  writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
} catch (error) {
  const reason = error.code === 'EEXIST' ? 'exists already and is not overwritten' : error.message;
  console.error(`env:create: ${path} ${reason}`);
  process.exit(1);
}
console.log(`${path} is written. Start with: docker compose up --build`);
