import { z } from 'zod';
import { Config, duration, secretSetting, setting } from '@parley/runtime/config';

const protocolOf = (url: string): string => (URL.canParse(url) ? new URL(url).protocol : '');

function optionalUrl(protocols: readonly string[]) {
  const isKnown = (text: string) => text === '' || protocols.some((one) => `${one}:` === protocolOf(text));
  return z.string().refine(isKnown, `must be a URL with ${protocols.join(', ')}`);
}

export class FileConfig extends Config(
  {
    FILE_STORAGE: setting(
      'Where the content of files is stored: `local` for a folder, `s3` for a bucket',
      z.enum(['local', 's3']),
      'local',
    ),
    FILE_DIR: setting(
      'Folder of the content of files, which all processes of the service share; created when it is missing. Not used with `FILE_STORAGE=s3`',
      z.string().min(1),
      '.data/files',
    ),
    S3_BUCKET: setting(
      'Bucket of the content of files; required with `FILE_STORAGE=s3`',
      // Anything else is a URL or a path by mistake.
      z.string().regex(/^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])?$/, 'must be the name of a bucket'),
      '',
    ),
    S3_ENDPOINT: setting('URL of an S3-compatible server; empty for AWS', optionalUrl(['http', 'https']), ''),
    S3_REGION: setting('Region of the bucket', z.string().min(1), 'us-east-1'),
    S3_ACCESS_KEY_ID: setting(
      'Id of an access key; empty for what the AWS SDK finds: its variables, its profiles, or the role of the machine or pod',
      z.string(),
      '',
    ),
    S3_SECRET_ACCESS_KEY: secretSetting('Secret of `S3_ACCESS_KEY_ID`', z.string(), ''),
    S3_FORCE_PATH_STYLE: setting(
      'Whether URLs name the bucket in their path instead of their host: most S3-compatible servers need `on`',
      z.enum(['on', 'off']),
      'off',
    ),
    S3_PREFIX: setting(
      'Folder of the bucket for the objects of this installation',
      z.string().transform((prefix) => prefix.replaceAll(/^\/+|\/+$/g, '')),
      '',
    ),
    S3_PRESIGNED_DOWNLOADS: setting(
      'Whether a download link redirects to a presigned URL of the bucket, which clients must be able to reach',
      z.enum(['on', 'off']),
      'off',
    ),
    S3_TIMEOUT: setting(
      'Timeout of an attempt of a request to S3, with 1s more for each MiB that it carries; a failed one is repeated twice',
      duration.refine((ms) => ms >= 100 && ms <= 120_000, 'must be from 100ms to 2m'),
      '5s',
    ),
    FILE_SCANNER: secretSetting(
      'Malware scanner that every file must pass: `clamd://host:3310`, or an `http:` or `https:` URL that takes a POST of the bytes; empty for none',
      optionalUrl(['clamd', 'http', 'https']),
      '',
    ),
    FILE_SCANNER_TIMEOUT: setting(
      'Longest time that the scanner may take for its verdict on a file, and between two parts of a file that it takes',
      duration.refine((ms) => ms >= 100 && ms <= 600_000, 'must be from 100ms to 10m'),
      '30s',
    ),
  },
  ({ FILE_STORAGE, S3_BUCKET, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret }) => [
    ...(FILE_STORAGE === 's3' && S3_BUCKET === '' ? ['S3_BUCKET is not set'] : []),
    ...(id !== undefined && secret !== undefined && (id === '') !== (secret === '')
      ? ['S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: set both or neither']
      : []),
  ],
) {}
