import { EventsModule, EventTransport, InProcessEvents } from '@parley/events';
import { FileLinks, FileLinksConfig } from '@parley/files';
import { ENV, type Env } from '@parley/runtime/config';
import { TestStore } from '@parley/testing';
import { ConnectionSubscribers } from './connections/connections.subscribers.ts';
import { conversationDatabase } from './conversation.database.ts';
import { MailboxSubscribers } from './mailboxes/mailboxes.subscribers.ts';
import { DeliverySubscribers } from './messages/delivery/deliveries.subscribers.ts';
import { MessageSubscribers } from './messages/messages.subscribers.ts';
import { TagSubscribers } from './tags/tags.subscribers.ts';

/** The tables of the service in a database of their own, with its subscribers but without RPC. */
export const openStore = (): Promise<TestStore> =>
  TestStore.open(conversationDatabase, {
    imports: [EventsModule.forService('conversation')],
    providers: [
      ConnectionSubscribers,
      DeliverySubscribers,
      MailboxSubscribers,
      MessageSubscribers,
      TagSubscribers,
      FileLinks,
      { provide: FileLinksConfig, inject: [ENV], useFactory: (env: Env) => new FileLinksConfig(env) },
    ],
    transports: [{ provide: EventTransport, useValue: new InProcessEvents([]) }],
  });
