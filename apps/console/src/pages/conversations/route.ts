import { definePages } from '../../app/page.ts';

export default definePages(
  {
    path: '/conversations',
    title: 'Conversations',
    place: { section: 'work', order: 2, icon: 'conversation' },
    view: () => import('./conversations-page.tsx'),
  },
  {
    path: '/conversations/$conversationId',
    title: 'Conversation',
    view: () => import('./conversation-page.tsx'),
  },
);
