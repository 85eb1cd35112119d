// Defined in libs/runtime because libraries have handlers too: libs/events handles the dead-letter commands.
export { Handles, procedureHandledBy, type ContextOf, type Handler } from '@parley/runtime/handlers';
