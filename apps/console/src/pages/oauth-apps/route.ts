import { definePages } from '../../app/page.ts';

export default definePages({
  path: '/oauth-apps',
  title: 'OAuth apps',
  place: { section: 'developers', order: 3, icon: 'app' },
  roles: ['admin'],
  view: () => import('./oauth-apps-page.tsx'),
});
