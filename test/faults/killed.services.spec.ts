// One start of the services for all tests that kill them.
import './killed/attachments.ts';
