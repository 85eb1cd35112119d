// Loaded into processes of tests (`NODE_OPTIONS=--import`): resolvers ask TEST_NAME_SERVER (host:port) for the records of domains.
import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';

const { TEST_NAME_SERVER = '' } = process.env;

dns.Resolver = class extends dns.Resolver {
  constructor(options) {
    super(options);
    this.setServers([TEST_NAME_SERVER]);
  }
};
syncBuiltinESMExports();
