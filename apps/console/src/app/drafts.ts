/** Whom a mail goes to, and its subject, where somebody has chosen them. */
export interface MailForm {
  to: string[];
  cc: string[];
  bcc: string[];
  subject: string;
}

export interface DraftText {
  type: 'reply' | 'note';
  body: string;
  mail?: MailForm | null;
}

type Texts = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

const PREFIX = 'console-draft ';

/** The texts of unsent messages, for as long as the tab is open: each belongs to a user, a mode and a conversation. */
export class Drafts {
  constructor(
    private readonly texts: Texts,
    /** The workspace and the user. */
    private readonly owner: string,
  ) {}

  read(mode: string, conversationId: string): DraftText | null {
    const text = this.texts.getItem(this.#keyOf(mode, conversationId));
    return text === null ? null : (JSON.parse(text) as DraftText);
  }

  /** An empty text removes the draft. */
  write(mode: string, conversationId: string, { type, body, mail = null }: DraftText): void {
    const key = this.#keyOf(mode, conversationId);
    if (body === '') {
      this.texts.removeItem(key);
      return;
    }
    try {
      this.texts.setItem(key, JSON.stringify({ type, body, ...(mail === null ? {} : { mail }) }));
    } catch {
      // The storage is full: the text stays in the form.
    }
  }

  /** Removes what other users have left in this tab. */
  removeOthers(): void {
    this.#remove((key) => !key.startsWith(`${PREFIX}${this.owner} `));
  }

  removeAll(): void {
    this.#remove(() => true);
  }

  #remove(isConcerned: (key: string) => boolean): void {
    const keys = Array.from({ length: this.texts.length }, (_, index) => this.texts.key(index) ?? '');
    for (const key of keys) if (key.startsWith(PREFIX) && isConcerned(key)) this.texts.removeItem(key);
  }

  #keyOf(mode: string, conversationId: string): string {
    return `${PREFIX}${this.owner} ${mode} ${conversationId}`;
  }
}

export function draftsOf({ workspace, user }: { workspace: { id: string }; user: { id: string } }): Drafts {
  return new Drafts(sessionStorage, `${workspace.id} ${user.id}`);
}
