/** What the renderer gets wrong for screen readers and keyboards: elements, and what is right for them. */
const REPAIRS: readonly [selector: string, repair: (element: Element) => void][] = [
  ['button[aria-selected]:not([role])', (button) => button.removeAttribute('aria-selected')],
  ['aside[role="navigation"]', (sidebar) => sidebar.removeAttribute('role')],
  ['button[role="search"]', (button) => button.removeAttribute('role')],
  ['.sidebar-search-placeholder[aria-hidden]', (label) => label.removeAttribute('aria-hidden')],
  ['button[class*="copy-button"]:not([aria-label])', named('Copy')],
  ['button.client-libraries__select:not([aria-label])', named('More client libraries')],
  ['button.show-more[aria-label^="Show all"]', (button) => named(`Show More: ${button.ariaLabel}`)(button)],
  // One for each operation, all of the same name.
  ['.response-card[role="region"]', (card) => card.setAttribute('role', 'group')],
  // A list of tabs that contains a menu, too.
  ['.client-libraries-list[role]', untabbed],
  ['ul.endpoints:not([tabindex])', (list) => list.setAttribute('tabindex', '0')],
];

function named(label: string): (element: Element) => void {
  return (element) => element.setAttribute('aria-label', label);
}

function untabbed(list: Element): void {
  for (const name of ['role', 'aria-orientation']) list.removeAttribute(name);
  for (const tab of list.querySelectorAll('[role="tab"]')) tab.removeAttribute('role');
}

/** Repairs what the renderer adds, whenever it does. */
export function repairAccessibility(root: Element): void {
  let isScheduled = false;
  const repair = () => {
    isScheduled = false;
    for (const [selector, change] of REPAIRS) document.querySelectorAll(selector).forEach(change);
  };
  new MutationObserver(() => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(repair);
  }).observe(root, { subtree: true, childList: true, attributeFilter: ['aria-selected'] });
}
