import { definePages } from '../../app/page.ts';

export default definePages(
  {
    path: '/contacts',
    title: 'Contacts',
    place: { section: 'work', order: 3, icon: 'contact' },
    view: () => import('./contacts-page.tsx'),
  },
  { path: '/contacts/$contactId', title: 'Contact', view: () => import('./contact-page.tsx') },
);
