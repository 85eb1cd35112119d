import { z } from 'zod';
import { Config, setting } from '@parley/kernel';

const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

export class IdentityConfig extends Config({
  BASE_URL: setting('Public address of the API', address, 'http://localhost:3000'),
  AUTH_URL: setting('Public address of the sign-in pages', address, 'http://localhost:3001'),
  FILES_URL: setting('Public address that serves files', address, 'http://localhost:3002'),
}) {}
