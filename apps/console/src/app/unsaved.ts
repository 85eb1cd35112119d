import { useEffect } from 'react';

/** One entry for each form that would lose something with the page. */
const forms = new Set<object>();
let isIgnored = false;

/** Whether leaving the page loses what somebody has typed or chosen. */
export const hasUnsaved = (): boolean => forms.size > 0 && !isIgnored;

/** While it is true, the user is asked before the page is left. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const form = {};
    forms.add(form);
    return () => void forms.delete(form);
  }, [isUnsaved]);
}

/** Lets the user leave without a question, because what is on the page may not stay there. */
export function ignoreUnsaved(): void {
  isIgnored = true;
}
