// Loaded first by threads that product code starts in a worker of Jest: they do not inherit the hooks of the one that starts them.
import { register } from 'node:module';

register('./hooks.mjs', import.meta.url);
