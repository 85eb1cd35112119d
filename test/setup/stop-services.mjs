export default () => globalThis.__stopServices();
