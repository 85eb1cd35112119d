import { definePages } from '../../app/page.ts';

export default definePages({
  path: '/profile',
  title: 'Profile',
  place: { section: 'account', order: 10, icon: 'profile' },
  view: () => import('./profile-page.tsx'),
});
