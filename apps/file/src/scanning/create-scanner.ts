import type { Logger } from '@parley/runtime/logging';
import type { FileConfig } from '../file.config.ts';
import { ClamdScanner } from './clamd-scanner.ts';
import { HttpScanner } from './http-scanner.ts';
import type { Scanner } from './scanner.ts';

export function createScanner(config: FileConfig, logger: Logger): Scanner | null {
  if (config.FILE_SCANNER === '') return null;
  const url = new URL(config.FILE_SCANNER);
  const Kind = url.protocol === 'clamd:' ? ClamdScanner : HttpScanner;
  return new Kind(url, config.FILE_SCANNER_TIMEOUT, logger);
}
