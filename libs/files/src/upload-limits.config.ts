import { byteSize, Config, duration, integer, setting } from '@parley/runtime/config';

const positive = byteSize.refine((bytes) => bytes > 0, 'must be more than 0');

/** Limits of files, which the gateway, the file and the mail service read. */
export class UploadLimitsConfig extends Config({
  FILE_SIZE_MAX: setting('The largest file that may be uploaded', positive, '25MiB'),
  ATTACHMENTS_MAX: setting('How many files one message may have', integer(1, 50), '10'),
  ATTACHMENTS_SIZE_MAX: setting(
    'The most bytes that the files of one message may have together',
    positive,
    '50MiB',
  ),
  MAIL_SIZE_MAX: setting(
    'The largest mail that is stored and sent: text and files, which the encoding makes larger by 37 %',
    positive,
    '35MiB',
  ),
  UPLOAD_TIMEOUT: setting(
    'How long a client may take to send a form with files',
    duration.refine((ms) => ms >= 1_000 && ms <= 3_600_000, 'must be from 1s to 1h'),
    '5m',
  ),
  UPLOAD_MIN_RATE: setting(
    'How many bytes a second a client must send after the first 10 s of an upload, as an average; 0 demands nothing',
    byteSize,
    '16KiB',
  ),
  UPLOADS_PER_WORKSPACE: setting(
    'How many uploads of one workspace a gateway accepts at a time; the next one is answered 429',
    integer(1, 100_000),
    '64',
  ),
  STORAGE_QUOTA: setting(
    'How many bytes the files of one workspace may have together; 0 is no limit',
    byteSize,
    '0',
  ),
}) {}
