import { definePages } from '../../app/page.ts';

export default definePages({
  path: '/keys',
  title: 'API keys',
  place: { section: 'developers', order: 1, icon: 'key' },
  roles: ['admin'],
  view: () => import('./keys-page.tsx'),
});
