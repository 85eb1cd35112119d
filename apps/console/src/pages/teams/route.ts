import { definePages } from '../../app/page.ts';

export default definePages(
  {
    path: '/teams',
    title: 'Teams',
    place: { section: 'workspace', order: 20, icon: 'team' },
    view: () => import('./teams-page.tsx'),
  },
  { path: '/teams/$teamId', title: 'Team', view: () => import('./team-page.tsx') },
);
