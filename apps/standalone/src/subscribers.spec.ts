import { expect, it } from '@jest/globals';
import { declaredSubscribers } from '@parley/events';
import { SERVICES } from './services.ts';

/**
 * Records of processed events name these subscribers. One that is renamed has its effect again when an event is delivered
 * again: give it its old name with `as`. One that goes is removed as docs/bus.md describes.
 */
const NAMES = [
  'conversation.anonymizeContactWhenDeleted',
  'conversation.countTagsWhenTheyChange',
  'conversation.markAttachmentWhenFileIsDeleted',
  'conversation.projectContactWhenChanged',
  'conversation.projectUserWhenChanged',
  'conversation.removeConversationsFromInboxWhenDeleted',
  'conversation.removeTagFromRecordsWhenDeleted',
  'conversation.renameTagOfRecordsWhenUpdated',
  'conversation.unassignConversationsWhenUserIsDeactivated',
  'file.deleteFilesWhenConversationIsDeleted',
  'file.deleteFilesWhenMessageIsRedacted',
  'identity.recordWhenInboxIsDeleted',
  'identity.recordWhenInboxIsNamed',
  'identity.recordWhenWebhookIsCreated',
  'identity.recordWhenWebhookIsDeleted',
  'identity.recordWhenWebhookIsUpdated',
  'identity.recordWhenWebhookSecretIsRotated',
  'ticket.anonymizeContactWhenDeleted',
  'ticket.projectContactWhenChanged',
  'ticket.projectUserWhenChanged',
  'ticket.removeTagFromRecordsWhenDeleted',
  'ticket.renameTagOfRecordsWhenUpdated',
  'ticket.stopSlaTimerWhenUserReplies',
  'ticket.unassignTicketsWhenUserIsDeactivated',
  'ticket.unlinkConversationWhenDeleted',
  'webhook.createDeliveriesWhenEventOccurs',
  'webhook.disableWebhooksWhenCredentialEnds',
  'webhook.disableWebhooksWhenUserIsDeactivated',
  'webhook.redactLogWhenMessageIsRedacted',
];

it('the subscribers of each service keep their names', () => {
  const subscribers = SERVICES.flatMap(({ database, module }) =>
    declaredSubscribers(database.service, module),
  );
  expect(subscribers.map(({ name }) => name).toSorted()).toEqual(NAMES);
});
