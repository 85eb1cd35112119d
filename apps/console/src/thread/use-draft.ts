import { useRef, useState } from 'react';
import { draftsOf } from '../app/drafts.ts';
import { useMode, useSession } from '../app/session.tsx';
import { useUnsaved } from '../app/unsaved.ts';
import type { MailForm } from './mail-form.ts';
import type { Draft } from './messages.ts';

const EMPTY: Draft = { type: 'reply', body: '', files: [], mail: null };

export interface Drafting {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  /** Puts the text of a reply that was taken back before what has been typed since. */
  restore: (body: string, mail: MailForm | null) => void;
}

/** A draft whose text outlives the page, which cannot be said of files. */
export function useDraft(id: string): Drafting {
  const [mode] = useMode();
  const drafts = draftsOf(useSession());
  const [draft, setDraft] = useState<Draft>(() => ({ ...EMPTY, ...drafts.read(mode, id) }));
  // What a request changes when it is answered must not undo what was typed meanwhile.
  const latest = useRef(draft);
  useUnsaved(draft.files.length > 0);
  const change = (changes: Partial<Draft>) => {
    latest.current = { ...latest.current, ...changes };
    setDraft(latest.current);
    drafts.write(mode, id, latest.current);
  };
  const restore = (body: string, mail: MailForm | null) => {
    const typed = latest.current.body;
    change(typed.trim() === '' ? { type: 'reply', body, mail } : { body: `${body}\n\n${typed}` });
  };
  return { draft, change, restore };
}

/** The draft after its message was sent: empty, of the same kind. */
export const afterSending = ({ type }: Draft): Draft => ({ ...EMPTY, type });
