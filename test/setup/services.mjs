// The gateway and the services as separate processes over real servers, for the same end-to-end stories. The run has a
// database, a Redis prefix and a bus prefix of its own, and removes them.
import { SHARED_SETTINGS } from './platform.mjs';
import { startServices } from './services-process.mjs';

export default async function setup() {
  const services = await startServices(SHARED_SETTINGS);
  process.env.E2E_RPC_ADDRESSES = services.env.RPC_ADDRESSES;
  process.env.E2E_SERVICES_DATABASE_URL = services.env.DATABASE_URL;
  process.env.E2E_BUS_PREFIX = services.env.BUS_PREFIX;
  globalThis.__stopServices = () => services.remove();
}
