export { contactDatabase } from './contact.database.ts';
export { ContactModule } from './contact.module.ts';
