import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// `scripts/build/console.mjs` runs the build and says where its result goes.
export default defineConfig({
  plugins: [react()],
  // Relative addresses, because identity may serve the console below any path.
  base: './',
  html: { cspNonce: 'CSP_NONCE' },
  build: {
    rolldownOptions: { input: ['index.html', 'playground.html'] },
    // The oldest browsers that have everything the sources use, such as AbortSignal.any and CSS light-dark().
    target: ['chrome123', 'firefox125', 'safari17.5'],
    // Inlined files would be data: URLs, which the Content-Security-Policy allows for images only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The licenses of what is bundled, which has to go with it.
    license: { fileName: 'licenses.md' },
  },
});
