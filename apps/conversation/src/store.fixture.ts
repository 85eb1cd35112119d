import { EventsModule, EventTransport, InProcessEvents } from '@parley/events';
import { TestStore } from '@parley/testing';
import { conversationDatabase } from './conversation.database.ts';
import { MessageSubscribers } from './messages/messages.subscribers.ts';
import { TagSubscribers } from './tags/tags.subscribers.ts';

/** The tables of the service in a database of their own, with its subscribers but without RPC. */
export const openStore = (): Promise<TestStore> =>
  TestStore.open(conversationDatabase, {
    imports: [EventsModule.forService('conversation')],
    providers: [MessageSubscribers, TagSubscribers],
    transports: [{ provide: EventTransport, useValue: new InProcessEvents([]) }],
  });
