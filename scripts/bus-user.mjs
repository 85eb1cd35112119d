// `npm run -s bus:user:create -- --name reporting --types 'ticket.*'`: prints the RabbitMQ definitions of a user for a subscriber,
// to be imported with `rabbitmqctl import_definitions`, the management API or the operator of a cluster. Standard error has the
// password, if it was generated.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { busEvents, DEFAULT_BUS_PREFIX, eventFilterMatches } from '@parley/contracts';
import { subscriberDefinitions } from '@parley/events';

const USAGE =
  "usage: npm run -s bus:user:create -- --name NAME [--types 'ticket.*,contact.created'] [--password PASSWORD] [--vhost /]";

function fail(message) {
  console.error(`bus:user:create: ${message}\n${USAGE}`);
  process.exit(2);
}

function options() {
  try {
    const string = { type: 'string' };
    return parseArgs({ options: { name: string, types: string, password: string, vhost: string } }).values;
  } catch (error) {
    return fail(error.message);
  }
}

const given = options();
const { name, vhost = '/' } = given;
const prefix = process.env.BUS_PREFIX ?? DEFAULT_BUS_PREFIX;
const types = (given.types ?? '#').split(',').map((type) => type.trim());
if (name === undefined) fail('--name is required');
if (!/^[A-Za-z0-9_-]{1,60}$/.test(name)) fail('--name must be 1 to 60 letters, digits, - or _');
if (name === prefix) fail(`--name must not be ${prefix}, with which the queues of the platform begin`);
for (const type of types)
  if (type !== '#' && !busEvents.some((event) => eventFilterMatches(type, event.type)))
    fail(`--types has no event that matches ${type}`);

const password = given.password ?? randomBytes(24).toString('base64url');
if (given.password === undefined) console.error(`Password of ${name}: ${password}`);
console.log(JSON.stringify(subscriberDefinitions({ name, password, types, vhost, prefix }), null, 2));
