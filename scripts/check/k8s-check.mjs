// `node scripts/check/k8s-check.mjs [--pairs=every|patching|none]`: renders k8s/ in every form, and checks each for types, policies and agreement with the
// code. Needs kubectl, but no cluster and no network.
// `node scripts/check/k8s-check.mjs PATH…`: checks overlays that are about to be applied, or files of manifests that kustomize or Helm
// has rendered. With --release their host names and buckets are still those of a release.
import { prepare } from '../dev/prepare.mjs';

// In a fresh clone nothing is installed yet, and after a checkout of another version its sources are not built.
await prepare();
const { main } = await import('./k8s/run.mjs');
await main();
