import { z } from 'zod';
import { Config, port, setting } from '@parley/runtime/config';
import { isLoopback } from '@parley/runtime/http';

/**
 * Non-public addresses that deliveries may reach by default: in a trial the receiver usually runs on the same machine. None
 * if the API can be reached from other machines, whose users must not reach the services of this one.
 */
export function defaultAllowCidrs(gatewayHost: string): string {
  return isLoopback(gatewayHost) ? '127.0.0.0/8,::1/128' : '';
}

export class StandaloneConfig extends Config({
  DATA_DIR: setting('Folder of all data; created when it is missing', z.string().min(1), '.data'),
  GATEWAY_PORT: setting('Port of the API', port, '3000'),
  AUTH_PORT: setting('Port of the sign-in pages', port, '3001'),
  FILES_PORT: setting('Port that serves files', port, '3002'),
  MAIL_HTTP_PORT: setting('Port at which mail providers hand over mails', port, '3003'),
}) {}
