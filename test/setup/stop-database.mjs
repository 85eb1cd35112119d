export default () => globalThis.__stopDatabase();
