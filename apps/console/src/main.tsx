import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { cspNonce } from './app/document.ts';

// Read by libraries that add style elements of their own, such as the one that locks the scroll position behind a dialog.
(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = cspNonce;

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
