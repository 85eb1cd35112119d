// The values that render what an overlay does.
import { processOf } from '../../release/images.mjs';
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
    ...differingValues(
      entries,
      found.filter(([name]) => common.has(name)),
    ),
    ...set(/\.autoscaling\.enabled$/, false, (name) => !targets.includes(name)),
    ...set(/^\w+\.enabled$/, true, (name) => switches.includes(name)),
  ];
}

/** The values for the images of documents. An overlay has those of its installation, which are no part of the chart. */
export function imageValues(documents) {
  const values = {};
  for (const { image } of documents.flatMap(containersOf)) {
    const name = processOf(image);
    if (name === undefined) continue;
    const [, prefix, tag = '', digest = ''] = /^(.*)\/[a-z]+(?::([^@]+))?(?:@(.+))?$/.exec(image);
    values['image.prefix'] = prefix;
    values[`images.${name}.tag`] = tag === version ? '' : tag;
    values[`images.${name}.digest`] = digest;
  }
  return values;
}
