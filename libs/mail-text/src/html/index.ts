export { displayDocument } from './display-document.ts';
export { type DisplayHtml, type DisplayOptions, sanitizeForDisplay } from './received-html.ts';
export { sanitizeHtml } from './sent-html.ts';
