/** How a value is shown: in words, and with a tone that repeats them in color. */
export interface Label {
  text: string;
  tone: 'neutral' | 'accent' | 'success' | 'warning' | 'danger';
}

export const TICKET_STATUSES: Readonly<Record<string, Label>> = {
  open: { text: 'Open', tone: 'accent' },
  pending: { text: 'Pending', tone: 'warning' },
  resolved: { text: 'Resolved', tone: 'success' },
  closed: { text: 'Closed', tone: 'neutral' },
};

export const CONVERSATION_STATUSES: Readonly<Record<string, Label>> = {
  open: { text: 'Open', tone: 'accent' },
  pending: { text: 'Pending', tone: 'warning' },
  closed: { text: 'Closed', tone: 'neutral' },
};

export const PRIORITIES: Readonly<Record<string, Label>> = {
  urgent: { text: 'Urgent', tone: 'danger' },
  high: { text: 'High', tone: 'warning' },
  normal: { text: 'Normal', tone: 'neutral' },
  low: { text: 'Low', tone: 'neutral' },
};

export const CHANNELS: Readonly<Record<string, Label>> = {
  email: { text: 'E-mail', tone: 'neutral' },
  chat: { text: 'Chat', tone: 'neutral' },
  form: { text: 'Form', tone: 'neutral' },
  api: { text: 'API', tone: 'neutral' },
};

export const CONNECTION_TYPES: Readonly<Record<string, Label>> = {
  custom: { text: 'Another channel', tone: 'neutral' },
  sms: { text: 'SMS', tone: 'neutral' },
  whatsapp: { text: 'WhatsApp', tone: 'neutral' },
  messenger: { text: 'Messenger', tone: 'neutral' },
  instagram: { text: 'Instagram', tone: 'neutral' },
  telegram: { text: 'Telegram', tone: 'neutral' },
  line: { text: 'LINE', tone: 'neutral' },
  chat: { text: 'Chat', tone: 'neutral' },
};

export const SLA_STATUSES: Readonly<Record<string, Label>> = {
  on_track: { text: 'On track', tone: 'success' },
  warning: { text: 'Due soon', tone: 'warning' },
  breached: { text: 'Overdue', tone: 'danger' },
};

export const DELIVERY_STATUSES: Readonly<Record<string, Label>> = {
  pending: { text: 'Waiting', tone: 'accent' },
  sending: { text: 'Sending', tone: 'accent' },
  delivered: { text: 'Delivered', tone: 'success' },
  failed: { text: 'Failed', tone: 'danger' },
  cancelled: { text: 'Cancelled', tone: 'neutral' },
};

/** The label of a value; a value that a later version of the API adds is shown as it is. */
export function labelOf(labels: Readonly<Record<string, Label>>, value: string): Label {
  return labels[value] ?? { text: humanize(value), tone: 'neutral' };
}

export function optionsOf(labels: Readonly<Record<string, Label>>): { value: string; label: string }[] {
  return Object.entries(labels).map(([value, { text }]) => ({ value, label: text }));
}

/** `first_response_due` as words: "First response due". */
export function humanize(name: string): string {
  const words = name.replaceAll(/[_.]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
