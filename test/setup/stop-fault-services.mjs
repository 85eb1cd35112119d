export default () => globalThis.__removeTemplate();
