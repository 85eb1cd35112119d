import { useState } from 'react';
import { consolePath } from '../app/document.ts';
import { Logo } from '../components/icon.tsx';
import classes from './playground.module.css';
import { setCredential, type Choice } from './credential.ts';

const NOTES: Readonly<Record<Choice, string>> = {
  test: 'Requests see and change test data only.',
  live: 'Requests change live data: what you send really happens.',
  key: 'The key stays on this page, and is gone when you leave it.',
};

export function Bar({ name }: { name: string }) {
  const [choice, setChoice] = useState<Choice>('test');
  const [key, setKey] = useState('');
  const choose = (next: Choice) => {
    setChoice(next);
    setCredential(next, key);
  };
  return (
    <section aria-label="Playground" className={classes.bar}>
      <a className={classes.home} href={consolePath}>
        <Logo />
        <span>Console</span>
      </a>
      <strong className={classes.title}>Playground</strong>
      <div className={classes.credential}>
        <label htmlFor="credential">Send as</label>
        <select
          id="credential"
          value={choice}
          aria-describedby="credential-note"
          onChange={({ currentTarget }) => choose(currentTarget.value as Choice)}
        >
          <option value="test">{name}, test data</option>
          <option value="live">{name}, live data</option>
          <option value="key">An API key or token …</option>
        </select>
        {choice === 'key' && (
          <input
            type="password"
            aria-label="API key or token"
            placeholder="sk_test_…"
            autoComplete="off"
            spellCheck={false}
            value={key}
            onChange={({ currentTarget: { value } }) => {
              setKey(value);
              setCredential('key', value);
            }}
          />
        )}
        <span id="credential-note" className={classes.note} data-live={choice === 'live' || undefined}>
          {NOTES[choice]}
        </span>
      </div>
    </section>
  );
}
