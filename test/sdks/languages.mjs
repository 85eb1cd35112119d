// The languages of the client libraries besides that of this repository: how to find them, and what checks them.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const sdks = join(import.meta.dirname, '../../sdks');

/**
 * `probe` ends well where the language can be run with all that its checks need; `packages` are those of Debian. `checks` run in the
 * folder of the library.
 */
export const LANGUAGES = {
  python: {
    probe: ['python3', '-c', 'import asyncio, ssl, sys; assert sys.version_info >= (3, 11)'],
    packages: 'python3',
    checks: {
      tests: ['python3', '-X', 'dev', '-W', 'error', '-m', 'unittest', 'discover', '-s', 'tests'],
      types: [process.execPath, join(sdks, '../node_modules/pyright/index.js')],
    },
    env: { PYTHONPATH: 'src' },
  },
  ruby: {
    probe: ['ruby', '-e', 'require "rbs"; require "minitest"; exit system("rubocop --version > /dev/null")'],
    packages: 'ruby ruby-minitest rubocop',
    checks: {
      tests: [
        'ruby',
        '-w',
        '-W:deprecated',
        '-Ilib',
        '-Itest',
        '-e',
        'Dir["./test/*_test.rb"].each { require _1 }',
      ],
      lint: ['rubocop', '--cache', 'false'],
      types: [
        'ruby',
        '-e',
        'exec Gem.loaded_specs["rbs"]&.bin_file("rbs") || Gem::Specification.find_by_name("rbs").bin_file("rbs"), "-I", "sig", "-r", "uri", "validate", "--silent"',
      ],
    },
    env: {},
  },
  php: {
    probe: [
      'php',
      '-r',
      'exit(extension_loaded("curl") && extension_loaded("pcntl") && trim(`which phpunit phpcs | wc -l`) === "2" ? 0 : 1);',
    ],
    packages: 'php-cli php-curl php-mbstring php-xml phpunit php-codesniffer',
    checks: {
      tests: ['phpunit'],
      lint: ['phpcs', '--standard=PSR12', 'src', 'tests'],
    },
    env: {},
  },
};

export const isThere = ({ probe: [program, ...args] }) =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** Those that can be run here; with CI=true all of them must be. */
export const presentLanguages = () =>
  Object.keys(LANGUAGES).filter((name) => process.env.CI === 'true' || isThere(LANGUAGES[name]));
