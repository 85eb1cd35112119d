-- The trace of the change that an event tells of, so that attempts are part of it and receivers can continue it.
alter table event add column traceparent text, add column tracestate text;
