import { definePages } from '../../app/page.ts';

export default definePages({
  path: '/playground',
  title: 'Playground',
  place: { section: 'developers', order: 7, icon: 'play' },
  view: () => import('./playground-page.tsx'),
});
