import { z } from 'zod';
import {
  baseUrl,
  byteSize,
  Config,
  duration,
  integer,
  port,
  setting,
  webAddress,
} from '@parley/runtime/config';
import { publicServerSettings } from '@parley/runtime/http/public-server';

export class DownloadConfig extends Config({
  BASE_URL: baseUrl,
  AUTH_URL: setting(
    'Public address of the account console, which alone may frame the HTML of mails; the same value as for identity',
    webAddress,
    'http://localhost:3001',
  ),
  FILES_PORT: setting('Port that serves files; 0 takes a free one', port, '3002'),
  FILES_HOST: setting('Address on which files are served', z.string().min(1), '0.0.0.0'),
  DOWNLOAD_IDLE_TIMEOUT: setting(
    'How long a client may take none of the bytes of a download, until its connection is closed',
    duration.refine((ms) => ms >= 1_000, 'must be at least 1s'),
    '30s',
  ),
  DOWNLOAD_MIN_RATE: setting(
    'How many bytes a second a client must take of a download, as an average beyond DOWNLOAD_IDLE_TIMEOUT; 0 demands nothing',
    byteSize,
    '16KiB',
  ),
  DOWNLOADS_PER_WORKSPACE: setting(
    'How many downloads of one workspace a process of the file service serves at a time; the next one is answered 429',
    integer(1, 100_000),
    '128',
  ),
  ...publicServerSettings,
}) {}
