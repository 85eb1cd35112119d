export * from './records.ts';
export { seededRandom } from './random.ts';
