// `node scripts/check/compose.mjs`: fails where a container of docker-compose.yml may use all memory of its machine, or where
// Docker would pull an image of the platform instead of building it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import yaml from 'js-yaml';
import { LOCAL, processOf } from '../release/images.mjs';

/** Policies with which Compose pulls nothing. Source: `pull_policy` of the Compose specification. */
const NO_PULL = ['never', 'build'];

/** What is wrong with services of docker-compose.yml, one text each. */
export function composeFaults(services) {
  return Object.entries(services).flatMap(([name, { build, image, ...service }]) => {
    const faults = [];
    if ((service.mem_limit ?? service.deploy?.resources?.limits?.memory) === undefined)
      faults.push(`${name}: its memory has no limit: add mem_limit`);
    if (build === undefined && processOf(image) === undefined) return faults;
    if (image !== undefined && !image.startsWith(`${LOCAL}/`))
      faults.push(`${name}: its image ${image} may come from a public registry: name it ${LOCAL}/…`);
    if (!NO_PULL.includes(service.pull_policy))
      faults.push(`${name}: its image may be pulled: add pull_policy: never`);
    return faults;
  });
}

if (process.argv[1] === import.meta.filename) {
  const path = join(import.meta.dirname, '../../docker-compose.yml');
  for (const fault of composeFaults(yaml.safeLoad(readFileSync(path, 'utf8')).services)) {
    console.log(`docker-compose.yml: ${fault}`);
    process.exitCode = 1;
  }
}
