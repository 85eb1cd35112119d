import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { guideSamples, readGuides, type LeftOut } from './guides.mjs';
import { methodsBelow, modelOf } from './model.mjs';

const read = async (path: string) =>
  JSON.parse(await readFile(join(import.meta.dirname, path), 'utf8')) as object;
const document = await read('../../openapi/openapi.json');
const methods = methodsBelow(modelOf(document, document, await read('../names.json')).root);

/** The samples of a guide that has these commands, and this output below them. */
function samplesOf(commands: string, output = '', leftOut: LeftOut[] = []): Record<string, string> {
  const guide = `# Guide\n\n\`\`\`sh\n${commands}\n\`\`\`\n${output && `\n\`\`\`json\n${output}\n\`\`\`\n`}`;
  return guideSamples(methods, { guide }, leftOut)[commands] ?? {};
}

const AUTH = '-H "Authorization: Bearer $KEY"';
const ID = `| node -p "JSON.parse(require('fs').readFileSync(0)).data.id"`;

it('a call has its path, query and body in each language', () => {
  expect(
    samplesOf(`curl -s "http://localhost:3000/v1/tickets?status=open,pending&per_page=2&q=a+b" ${AUTH}`),
  ).toEqual({
    js: "for (const ticket of (await parley.tickets.list({ status: ['open', 'pending'], per_page: 2, q: 'a b' })).data) {\n  console.log(ticket.id);\n}",
    python:
      'for ticket in parley.tickets.list(status=["open", "pending"], per_page=2, q="a b").data:\n    print(ticket.id)',
    ruby: "parley.tickets.list(status: ['open', 'pending'], per_page: 2, q: 'a b').data.each do |ticket|\n  puts ticket.id\nend",
    php: "foreach ($parley->tickets->list(status: ['open', 'pending'], per_page: 2, q: 'a b')->data as $ticket) {\n    echo $ticket->id, \"\\n\";\n}",
  });
});

it('a variable is the record whose id it has', () => {
  const { js, php } = samplesOf(
    `TICKET=$(curl -s http://localhost:3000/v1/tickets ${AUTH} \\\n  -d '{"subject": "Printer"}' \\\n  ${ID})\n\n` +
      `curl -s -o /dev/null -X PATCH "http://localhost:3000/v1/tickets/$TICKET" ${AUTH} -d '{"status": "closed"}'\n` +
      `curl -s "http://localhost:3000/v1/tickets/$TICKET" ${AUTH}`,
  );
  expect(js).toBe(
    "const ticket = await parley.tickets.create({ subject: 'Printer' });\n" +
      "await parley.tickets.update(ticket.id, { status: 'closed' });\n" +
      'const current = await parley.tickets.get(ticket.id);\nconsole.log(current);',
  );
  expect(php).toContain("$parley->tickets->update($ticket->id, status: 'closed');\n$current = ");
});

it('a variable in a body is the id of its record', () => {
  const { js, python, ruby, php } = samplesOf(
    `CONTACT=$(curl -s http://localhost:3000/v1/contacts ${AUTH} -d '{"email": "dana@example.com"}' ${ID})\n` +
      `curl -s http://localhost:3000/v1/tickets ${AUTH} -d '{"subject": "It'"'"'s",\n  "contact": {"id": "'$CONTACT'"}}'`,
  );
  expect(js).toContain(`parley.tickets.create({ subject: "It's", contact: { id: contact.id } })`);
  expect(python).toContain(`parley.tickets.create(subject="It's", contact={"id": contact.id})`);
  expect(ruby).toContain(`parley.tickets.create(subject: "It's", contact: { id: contact.id })`);
  expect(php).toContain('parley->tickets->create(');
  expect(php).toContain(`'id' => $contact->id`);
});

it('another key is another client, and an idempotency key an option', () => {
  const { python, ruby } = samplesOf(
    'export READER=$(npm run -s key:create)\n' +
      `curl -s -X POST http://localhost:3000/v1/tickets -H "Authorization: Bearer $READER" -H 'Idempotency-Key: one' -d '{"subject": "x"}'`,
  );
  expect(python).toBe(
    'reader = parley.with_options(api_key=os.environ["READER"])\n' +
      'ticket = reader.tickets.create(subject="x", options={"idempotency_key": "one"})\nprint(ticket)',
  );
  expect(ruby).toContain("reader.tickets.create(subject: 'x', options: { idempotency_key: 'one' })");
});

it('a call that is refused shows the error', () => {
  const { js } = samplesOf(
    `curl -s http://localhost:3000/v1/tickets/none ${AUTH}`,
    '{"error": {"code": "not_found"}}',
  );
  expect(js).toMatch(
    /^import .*ApiError.*\n\ntry {\n {2}await parley\.tickets\.get\('none'\);\n} catch \(error\) {\n.*\n {2}console/,
  );
});

it.each([
  ['for n in 1 2; do curl -s http://localhost:3000/v1/me; done', 'no call: for n in 1 2'],
  [`curl -s -D - http://localhost:3000/v1/me ${AUTH}`, 'no option of a call: -D'],
  [`curl -s http://localhost:3000/v1/me ${AUTH} | grep id`, 'no option of a call: |'],
  [`curl -s http://localhost:3000/mcp ${AUTH}`, 'no option of a call: http://localhost:3000/mcp'],
  [`curl -s http://localhost:3000/v1/none ${AUTH}`, 'no operation: /v1/none'],
  [`curl -s http://localhost:3000/v1/me ${AUTH} -H 'If-Match: x'`, 'no argument of a call: If-Match'],
])('%s has to be left out', (commands, reason) => {
  expect(() => samplesOf(commands)).toThrow(`docs/guides/guide.md: ${reason}`);
  expect(samplesOf(commands, '', [['guide', 'curl', 'its reason']])).toEqual({});
});

it('nothing is left out without need', async () => {
  const leftOut: LeftOut[] = [['guide', 'curl', 'no reason']];
  expect(() => samplesOf(`curl -s http://localhost:3000/v1/me ${AUTH}`, '', leftOut)).toThrow(
    'left out, but has samples',
  );
  expect(() => samplesOf('true', '', leftOut)).toThrow('no block is left out as guide,curl,no reason');
  expect(Object.keys(guideSamples(methods, await readGuides())).length).toBeGreaterThan(15);
});
