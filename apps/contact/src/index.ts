export { ContactModule } from './contact.module.ts';
