import type { AdmissionRecords } from './admission.ts';
import type { TokenSource } from './redis/redis-admission-records.ts';

/**
 * Injection token of what makes the write side of admission out of identity's tokens. Which form it is, is the
 * business of who starts the process.
 */
export const MAKE_ADMISSION_RECORDS = Symbol('MAKE_ADMISSION_RECORDS');

export type MakeAdmissionRecords = (tokens: TokenSource) => AdmissionRecords;
