export const EVENTS_DESCRIPTION = `Every event of committed changes, as published to RabbitMQ. Bind a queue of your own to
the topic exchange with the event types that you need as binding keys; \`ticket.*\` and \`#\` work.

**Messages** are [CloudEvents](https://cloudevents.io) 1.0 in structured JSON: \`type\` is the event type, \`data\` the record
as the API shows it. The operations say what the platform sends; you receive it.

**Delivery** is at least once and usually in order. Deduplicate by \`id\`. Where order matters, store the greatest
\`sequence\` of each \`subject\` and ignore older events. Acknowledge a message after you have processed it.

**Compatibility**: events only gain fields. Ignore unknown fields, enum values and event types. An incompatible change is
made as a new event type beside the old one.`;
