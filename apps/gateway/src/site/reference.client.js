// Runs in the browser at /docs: starts the renderer with the configuration in the page.
const configuration = JSON.parse(document.getElementById('configuration').textContent);
const reference = document.getElementById('reference');

/** What the renderer gets wrong for screen readers and keyboards: elements, and what is right for them. */
const REPAIRS = [
  ['button[aria-selected]:not([role])', (button) => button.removeAttribute('aria-selected')],
  ['aside[role="navigation"]', (sidebar) => sidebar.removeAttribute('role')],
  ['button[role="search"]', (button) => button.removeAttribute('role')],
  ['.sidebar-search-placeholder[aria-hidden]', (label) => label.removeAttribute('aria-hidden')],
  ['button[class*="copy-button"]:not([aria-label])', (button) => name(button, 'Copy')],
  ['button.client-libraries__select:not([aria-label])', (button) => name(button, 'More client libraries')],
  ['button.show-more[aria-label^="Show all"]', (button) => name(button, `Show More: ${button.ariaLabel}`)],
  ['ul.endpoints:not([tabindex])', (list) => list.setAttribute('tabindex', '0')],
];

function name(element, text) {
  element.setAttribute('aria-label', text);
}

let isScheduled = false;

function scheduleRepairs() {
  if (isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(() => {
    isScheduled = false;
    for (const [selector, repair] of REPAIRS) document.querySelectorAll(selector).forEach(repair);
  });
}

new MutationObserver(scheduleRepairs).observe(reference, {
  subtree: true,
  childList: true,
  attributeFilter: ['aria-selected'],
});
Scalar.createApiReference('#reference', configuration);
