import { definePages } from '../../app/page.ts';

export default definePages(
  {
    path: '/webhooks',
    title: 'Webhooks',
    roles: ['admin'],
    place: { section: 'developers', order: 5, icon: 'webhook' },
    view: () => import('./webhooks-page.tsx'),
  },
  {
    path: '/webhooks/$webhookId',
    title: 'Webhook',
    roles: ['admin'],
    view: () => import('./webhook-page.tsx'),
  },
);
