import { createRoot } from 'react-dom/client';
import { callConsole, setCsrfToken } from '../api/console.ts';
import { explain } from '../api/errors.ts';
import { Bar } from './bar.tsx';
import classes from './playground.module.css';
import { chosenScheme, startReference } from './reference.ts';

/** The playground: the API document with requests that can be sent, with the access of the signed-in user or a key. */
async function start(bar: HTMLElement): Promise<void> {
  const root = createRoot(bar);
  try {
    const { data } = await callConsole('session.get', {});
    setCsrfToken(data.csrf_token);
    root.render(<Bar name={data.user.name} />);
    await startReference(data.base_url);
  } catch (error) {
    const { title, message } = explain(error);
    root.render(
      <div role="alert" className={classes.failure}>
        <h1>{title}</h1>
        <p>{message}</p>
        <p>
          <a href="">Load the page again</a>
        </p>
      </div>,
    );
  }
}

const bar = document.getElementById('bar');
if (bar === null) throw new Error('playground.html has no element #bar');
document.documentElement.style.colorScheme = chosenScheme() ?? 'light dark';
void start(bar);
