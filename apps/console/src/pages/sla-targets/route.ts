import { definePages } from '../../app/page.ts';

export default definePages({
  path: '/sla-targets',
  title: 'SLA targets',
  place: { section: 'workspace', order: 40, icon: 'clock' },
  roles: ['admin'],
  view: () => import('./sla-targets-page.tsx'),
});
