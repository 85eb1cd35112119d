import { definePages } from '../../app/page.ts';

export default definePages({
  path: '/personal-access-tokens',
  title: 'Personal access tokens',
  place: { section: 'developers', order: 2, icon: 'token' },
  view: () => import('./personal-access-tokens-page.tsx'),
});
