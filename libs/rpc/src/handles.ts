// In the kernel, because libraries have handlers too: libs/events answers for its dead letters.
export { Handles, procedureHandledBy, type ContextOf, type Handler } from '@parley/kernel';
