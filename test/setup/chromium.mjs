// The browser of the tests that need one: the pages of sign-in are looked at by it. Debian: apt-get install chromium.
import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];

export function findChromium() {
  const { CHROMIUM } = process.env;
  return CHROMIUM === undefined ? PLACES.find(existsSync) : CHROMIUM;
}
