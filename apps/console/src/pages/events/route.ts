import { definePages } from '../../app/page.ts';

export default definePages({
  path: '/events',
  title: 'Events',
  place: { section: 'developers', order: 6, icon: 'event' },
  view: () => import('./events-page.tsx'),
});
