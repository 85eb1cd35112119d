import type { Role } from '@parley/contracts';
import type { IconName } from '../components/icon-paths.ts';

export interface PageDefinition {
  /** Path below that of the console: `/tickets` is `pages/tickets/tickets-page.tsx`, `/tickets/$ticketId` `ticket-page.tsx` there. */
  path: string;
  title: string;
  /** Its icon in the navigation; a page without one is reached from another page. */
  icon?: IconName;
  /** The roles that see it; all unless they are given. */
  roles?: readonly Role[];
}

const ADMINS: readonly Role[] = ['admin'];

export const SECTIONS: readonly { title: string; pages: readonly PageDefinition[] }[] = [
  {
    title: 'Work',
    pages: [
      { path: '/tickets', title: 'Tickets', icon: 'ticket' },
      { path: '/tickets/$ticketId', title: 'Ticket' },
      { path: '/conversations', title: 'Conversations', icon: 'conversation' },
      { path: '/conversations/$conversationId', title: 'Conversation' },
      { path: '/contacts', title: 'Contacts', icon: 'contact' },
      { path: '/contacts/$contactId', title: 'Contact' },
    ],
  },
  {
    title: 'Developers',
    pages: [
      { path: '/keys', title: 'API keys', icon: 'key', roles: ADMINS },
      { path: '/personal-access-tokens', title: 'Personal access tokens', icon: 'token' },
      { path: '/oauth-apps', title: 'OAuth apps', icon: 'app', roles: ADMINS },
      { path: '/connected-apps', title: 'Connected apps', icon: 'link' },
      { path: '/webhooks', title: 'Webhooks', icon: 'webhook', roles: ADMINS },
      { path: '/webhooks/$webhookId', title: 'Webhook', roles: ADMINS },
      { path: '/events', title: 'Events', icon: 'event' },
      { path: '/playground', title: 'Playground', icon: 'play' },
    ],
  },
  {
    title: 'Workspace',
    pages: [
      { path: '/members', title: 'Members', icon: 'members' },
      { path: '/teams', title: 'Teams', icon: 'team' },
      { path: '/teams/$teamId', title: 'Team' },
      { path: '/inboxes', title: 'Inboxes', icon: 'inbox', roles: ADMINS },
      { path: '/channels', title: 'Channels', icon: 'mail' },
      { path: '/sla-targets', title: 'SLA targets', icon: 'clock', roles: ADMINS },
      { path: '/usage', title: 'Usage', icon: 'chart', roles: ADMINS },
      { path: '/audit-log', title: 'Audit log', icon: 'log', roles: ADMINS },
    ],
  },
  { title: 'You', pages: [{ path: '/profile', title: 'Profile', icon: 'profile' }] },
];

export const PAGES = SECTIONS.flatMap(({ pages }) => pages);

export const isAllowed = ({ roles }: PageDefinition, role: Role): boolean => roles?.includes(role) ?? true;
