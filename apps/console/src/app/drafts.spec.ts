import { describe, expect, it } from '@jest/globals';
import { Drafts } from './drafts.ts';

class Texts extends Map<string, string> {
  get length() {
    return this.size;
  }
  key(index: number) {
    return [...this.keys()][index] ?? null;
  }
  getItem(key: string) {
    return this.get(key) ?? null;
  }
  setItem(key: string, text: string) {
    if (text.length > 1_000) throw new Error('the storage is full');
    this.set(key, text);
  }
  removeItem(key: string) {
    this.delete(key);
  }
}

describe('the drafts of a tab', () => {
  it('belong to a user, a mode and a conversation, until they are empty', () => {
    const texts = new Texts();
    const [mine, others] = [new Drafts(texts, 'ws_1 user_1'), new Drafts(texts, 'ws_1 user_12')];
    mine.write('live', 'conv_1', { type: 'note', body: 'Call her' });
    expect(mine.read('live', 'conv_1')).toEqual({ type: 'note', body: 'Call her' });
    expect([mine.read('test', 'conv_1'), mine.read('live', 'conv_2'), others.read('live', 'conv_1')]).toEqual(
      [null, null, null],
    );
    mine.write('live', 'conv_1', { type: 'note', body: '' });
    expect(texts.size).toBe(0);
    const mail = { to: ['kim@example.com'], cc: [], bcc: [], subject: 'Help' };
    mine.write('live', 'conv_1', { type: 'reply', body: 'Dear Kim', mail });
    expect(mine.read('live', 'conv_1')).toEqual({ type: 'reply', body: 'Dear Kim', mail });
  });

  it('are removed when another user signs in, or the user signs out', () => {
    const texts = new Texts([['console-mode', 'test']]);
    const [mine, others] = [new Drafts(texts, 'ws_1 user_1'), new Drafts(texts, 'ws_1 user_12')];
    for (const drafts of [mine, others]) drafts.write('live', 'conv_1', { type: 'reply', body: 'Dear' });
    mine.removeOthers();
    expect([mine.read('live', 'conv_1')?.body, others.read('live', 'conv_1')]).toEqual(['Dear', null]);
    mine.removeAll();
    expect([...texts.keys()]).toEqual(['console-mode']);
  });

  it('do without a storage that is full', () => {
    const drafts = new Drafts(new Texts(), 'ws_1 user_1');
    drafts.write('live', 'conv_1', { type: 'reply', body: 'x'.repeat(2_000) });
    expect(drafts.read('live', 'conv_1')).toBeNull();
  });
});
