export { conversationDatabase } from './conversation.database.ts';
export { ConversationModule } from './conversation.module.ts';
