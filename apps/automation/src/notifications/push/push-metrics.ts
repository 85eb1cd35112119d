import { initializedCounter } from '@parley/runtime/metrics';

export const messagesPushed = initializedCounter(
  {
    name: 'parley_push_messages_total',
    help: 'Attempts to push a notification to a device by result: sent, later (deferred), refused, gone (the device), or given_up',
  },
  { result: ['sent', 'later', 'refused', 'gone', 'given_up'] },
);
