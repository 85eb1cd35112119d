import { definePages } from '../../app/page.ts';

export default definePages({
  path: '/audit-log',
  title: 'Audit log',
  place: { section: 'workspace', order: 60, icon: 'log' },
  roles: ['admin'],
  view: () => import('./audit-log-page.tsx'),
});
