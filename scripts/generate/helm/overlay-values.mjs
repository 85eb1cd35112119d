// The values that render what an overlay does.
import { OWN_IMAGE } from '../../check/k8s/manifests.mjs';
import { overlayComponents } from '../../check/k8s/render.mjs';
import { version } from '../../check/k8s/settings.mjs';
import { containersOf } from './objects.mjs';
import { camel } from './template.mjs';
import { differingValues } from './values.mjs';

/** The components of an overlay, and the fields in which its objects, pairs of a name and a document, differ. */
export function overlayValues(overlay, found, entries, objects) {
  const used = new Set([undefined, ...overlayComponents(overlay)]);
  const own = `${overlay}-servers`;
  if (objects.some(({ origin }) => origin === own)) used.add(own);
  const common = new Set(
    objects.filter(({ origin }) => used.has(origin) && origin !== own).map(({ name }) => name),
  );
  const scaled = found.filter(([, { spec }]) => spec?.scaleTargetRef !== undefined);
  const targets = scaled.map(([, { spec }]) => spec.scaleTargetRef.name);
  const set = (pattern, initial, isSet) =>
    entries
      .filter(({ value }) => pattern.test(value) && isSet(value.split('.')[0]))
      .map((entry) => ({ ...entry, initial }));
  const switches = [...used].filter((name) => name !== undefined).map(camel);
  return [
    ...imageValues(
      found.map(([, object]) => object),
      entries,
    ),
    ...differingValues(
      entries,
      found.filter(([name]) => common.has(name)),
    ),
    ...set(/\.autoscaling\.enabled$/, false, (name) => !targets.includes(name)),
    ...set(/^\w+\.enabled$/, true, (name) => switches.includes(name)),
  ];
}

/** What the images of an overlay have instead of the defaults. */
function imageValues(objects, entries) {
  const initial = new Map(entries.map((entry) => [entry.value, entry]));
  const found = new Map();
  for (const { image } of objects.flatMap(containersOf)) {
    const name = OWN_IMAGE.exec(image)?.[1];
    if (name === undefined) continue;
    const [, prefix, tag = '', digest = ''] = /^(.*)\/[a-z]+(?::([^@]+))?(?:@(.+))?$/.exec(image);
    found.set('image.prefix', prefix);
    found.set(`images.${name}.tag`, tag === version ? '' : tag);
    found.set(`images.${name}.digest`, digest);
  }
  return [...found]
    .filter(([value, given]) => given !== initial.get(value).initial)
    .map(([value, given]) => ({ ...initial.get(value), initial: given }));
}
