// The browsers of the tests that need one. Debian: apt-get install chromium chromium-headless-shell.
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

const SHELL = '/usr/bin/chromium-headless-shell';

export function findPageBrowser() {
  return process.env.CHROMIUM === undefined && existsSync(SHELL) ? SHELL : findChromium();
}
