import { services, type ServiceName } from '@parley/contracts';
import { Config, listOf, setting, type Env } from '../config.ts';
import { parseAddress, type Address } from '../http/address.ts';
import { OperationsConfig } from './operations-server.ts';

/** What processes run: a service, or the gateway. */
export type Component = ServiceName | 'gateway';

/** All components, in the order in which `npm run services` counts up their operations ports. */
export const components: readonly Component[] = [...services, 'gateway'];

/** Where processes serve their probes. A name may lead to several. */
export interface OperationsAddress extends Address {
  /** What they run; where it is left out, they say it themselves. */
  readonly component?: Component;
}

const isComponent = (name: string): name is Component => (components as readonly string[]).includes(name);

/** Parses `host:port` or `component=host:port`. Returns an error message if it is invalid. */
function parseEntry(entry: string): OperationsAddress | string {
  const [, component, text = ''] = /^(?:([a-z]+)=)?(.+)$/.exec(entry) ?? [];
  const address = parseAddress(text);
  if (address === null) return `"${entry}" is not of the form host:port or component=host:port`;
  if (component === undefined) return address;
  return isComponent(component)
    ? { ...address, component }
    : `"${entry}" names none of ${components.join(', ')}`;
}

const FIRST_PORT = 9464;

const onThisMachine = (first: number) =>
  components.map((component, index) => `${component}=127.0.0.1:${first + index}`).join(',');

/** Settings of the command line, which asks all processes how they are. */
export class OperationsAddressesConfig extends Config({
  OPERATIONS_ADDRESSES: setting(
    'Where `parley status` asks processes how they are: the addresses of their operations ports, comma-separated ' +
      'component=host:port, or host:port where they say themselves what they run. Each address behind a name is a process. By ' +
      'default those of `npm run services`, counted up from OPERATIONS_PORT',
    listOf(parseEntry),
    onThisMachine(FIRST_PORT),
  ),
}) {
  constructor(env: Env) {
    const first = new OperationsConfig(env).OPERATIONS_PORT || FIRST_PORT;
    super({ OPERATIONS_ADDRESSES: onThisMachine(first), ...env });
  }
}
