// Loaded into processes of fault tests (`NODE_OPTIONS=--import`): names that end in `.test` are asked of TEST_NAME_SERVER
// (host:port), which no resolv.conf can name with its port; every other name is the system's.
import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';

const { TEST_NAME_SERVER = '' } = process.env;
const resolver = new dns.Resolver();
resolver.setServers([TEST_NAME_SERVER]);
const lookup = dns.lookup;

dns.lookup = async (name, options) => {
  if (!name.endsWith('.test')) return lookup(name, options);
  const found = (await resolver.resolve4(name)).map((address) => ({ address, family: 4 }));
  return options?.all === true ? found : found[0];
};
syncBuiltinESMExports();
