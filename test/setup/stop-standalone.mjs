export default () => globalThis.__stopStandalone();
