import { definePages } from '../../app/page.ts';

export default definePages({
  path: '/members',
  title: 'Members',
  place: { section: 'workspace', order: 10, icon: 'members' },
  view: () => import('./members-page.tsx'),
});
