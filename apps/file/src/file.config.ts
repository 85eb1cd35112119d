import { z } from 'zod';
import { Config, setting } from '@parley/kernel';

export class FileConfig extends Config({
  FILE_DIR: setting(
    'Folder of the content of files, which all processes of the service share; created when it is missing',
    z.string().min(1),
    '.data/files',
  ),
}) {}
