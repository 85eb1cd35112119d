import { definePages } from '../../app/page.ts';

export default definePages({
  path: '/usage',
  title: 'Usage',
  place: { section: 'workspace', order: 50, icon: 'chart' },
  roles: ['admin'],
  view: () => import('./usage-page.tsx'),
});
