export { ConversationModule } from './conversation.module.ts';
