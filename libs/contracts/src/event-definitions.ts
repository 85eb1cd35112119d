export * from './contact/contact.events.ts';
export * from './conversation/conversation.events.ts';
export * from './identity/identity.events.ts';
export * from './message/message.events.ts';
export * from './tag/tag.events.ts';
export * from './ticket/ticket.events.ts';
export * from './user/user.events.ts';
export * from './webhook/webhook.events.ts';
