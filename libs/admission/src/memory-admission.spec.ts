import { MemoryAdmission } from './memory-admission.ts';
import { admissionConformance } from './admission.conformance.ts';

admissionConformance('memory', (options) => {
  const memory = new MemoryAdmission(options);
  return Promise.resolve({ admission: memory, records: memory, close: () => memory.close() });
});
