// The entry point of @parley/client/webhooks.
export { isKnown, sign, verify } from './core/webhooks.ts';
export type { HeadersInput, UnknownEvent, VerifyOptions } from './core/webhooks.ts';
export { WebhookSignatureError, type WebhookSignatureReason } from './core/errors.ts';
export * from './generated/events.ts';
