import { definePages } from '../../app/page.ts';

export default definePages({
  path: '/inboxes',
  title: 'Inboxes',
  place: { section: 'workspace', order: 30, icon: 'inbox' },
  roles: ['admin'],
  view: () => import('./inboxes-page.tsx'),
});
