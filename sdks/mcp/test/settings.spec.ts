import { describe, expect, it } from '@jest/globals';
import { toolsOf } from '../src/server.ts';
import { SettingsError, settingsOfArguments, settingsOfQuery, TOOL_NAMES } from '../src/settings.ts';

const READS = TOOL_NAMES.slice(0, 7);
const namesFor = (...args: string[]) => toolsOf(settingsOfArguments(args)).map(({ name }) => name);
const namesAt = (query: string) =>
  toolsOf(settingsOfQuery(new URLSearchParams(query))).map(({ name }) => name);

describe('the tools on the command line', () => {
  it('only read, unless a flag says otherwise', () => {
    expect(namesFor()).toEqual(READS);
    expect(namesFor('--read-only')).toEqual(READS);
    expect(namesFor('--write')).toEqual(TOOL_NAMES);
    expect(namesFor('--drafts')).toEqual([...READS, 'reply', 'add_note']);
    expect(namesFor('--write', '--tools', 'search, reply')).toEqual(['search', 'reply']);
  });

  it.each([
    ['--wirte'],
    ['--tools', 'serach'],
    ['--tools', ''],
    ['--read-only', '--write'],
    ['search'],
    ['--tools'],
  ])('are not guessed: %s %s', (...args) => {
    expect(() => settingsOfArguments(args)).toThrow();
  });
});

describe('the tools at a URL', () => {
  it('write as far as scopes allow, unless a parameter says otherwise', () => {
    expect(namesAt('')).toEqual(TOOL_NAMES);
    expect(namesAt('read_only=true')).toEqual(READS);
    expect(namesAt('tools=search,add_note&read_only=false')).toEqual(['search', 'add_note']);
  });

  it.each(['readonly=true', 'read_only=1', 'tools=everything', 'read_only=true&drafts=true'])(
    'are not guessed: %s',
    (query) => {
      expect(() => namesAt(query)).toThrow(SettingsError);
    },
  );
});

it('replies as drafts are notes that no customer sees', () => {
  const [reply] = toolsOf(settingsOfArguments(['--write', '--drafts', '--tools', 'reply']));
  expect(reply).toMatchObject({ title: 'Draft a reply', annotations: { destructiveHint: false } });
});
