// `node scripts/check/compose-up.mjs`: starts docker-compose.yml from a fresh copy of this checkout on the Docker engine of this machine
// (DOCKER_HOST names another socket), verifies a webhook, upgrades under load, and kills each container
// (test/faults/compose/compose.run.ts). Removes its containers and volumes. Needs Docker Compose 2.24, and 8 GB of disk.
import { runHarness } from './harness.mjs';

await runHarness('compose', { COMPOSE_CHECK: 'true' });
