import { definePages } from '../../app/page.ts';

export default definePages({
  path: '/connected-apps',
  title: 'Connected apps',
  place: { section: 'developers', order: 4, icon: 'link' },
  view: () => import('./connected-apps-page.tsx'),
});
