import { MemoryAdmission } from './memory-admission.ts';
import { admissionConformance } from './conformance/index.ts';

admissionConformance('memory', (options) => {
  const memory = new MemoryAdmission(options);
  return Promise.resolve({ admission: memory, records: memory, close: () => memory.close() });
});
