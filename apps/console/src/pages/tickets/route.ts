import { definePages } from '../../app/page.ts';

export default definePages(
  {
    path: '/tickets',
    title: 'Tickets',
    place: { section: 'work', order: 1, icon: 'ticket' },
    view: () => import('./tickets-page.tsx'),
  },
  { path: '/tickets/$ticketId', title: 'Ticket', view: () => import('./ticket-page.tsx') },
);
