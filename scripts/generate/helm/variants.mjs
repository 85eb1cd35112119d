// What each component of k8s/ changes: the objects of all renderings as trees, in which a Choice stands where they differ.
import { isDeepStrictEqual } from 'node:util';
import { foldersOf, needsOf, overlayComponents, renderAll } from '../../check/k8s/render.mjs';

/** A place whose content depends on a component: `value` while one of `components` is enabled, `otherwise` while none is. */
export class Choice {
  constructor(components, value, otherwise) {
    Object.assign(this, { components, value, otherwise });
  }
}

export const isMap = (value) => value !== null && typeof value === 'object' && value.constructor === Object;
/** Hashes of kustomize: its alphabet has neither vowels nor digits that look like letters. */
const HASH = /-[2456789bcdfghkmt]{10}$/;
const MIGRATION = 'migration';

/** A name without what changes with its content: the hash of a ConfigMap, the release of the migration. */
function plainName({ kind, metadata: { name, labels } }) {
  if (kind === 'ConfigMap') return name.replace(HASH, '');
  return labels?.['parley/role'] === MIGRATION ? MIGRATION : name;
}

/** The documents of a rendering by kind and name, with plain names also where they refer to each other. */
export function byName(documents) {
  const names = new Map(documents.map((document) => [document.metadata.name, plainName(document)]));
  const rename = (value) => {
    if (typeof value === 'string') return names.get(value) ?? value;
    if (Array.isArray(value)) return value.map(rename);
    if (!isMap(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rename(one)]));
  };
  return new Map(documents.map((document) => [`${document.kind}/${plainName(document)}`, rename(document)]));
}

/** What identifies an element of a list whose order means nothing: the path of a mount, or a name. */
const IDENTITIES = ['mountPath', 'path', 'parameter', 'name'];
function identityOf(list) {
  if (!Array.isArray(list) || list.length === 0 || !list.every(isMap)) return undefined;
  return IDENTITIES.find(
    (key) =>
      list.every((one) => typeof one[key] === 'string') &&
      new Set(list.map((one) => one[key])).size === list.length,
  );
}

/** The same value for lists that differ in their order alone, where this means nothing. */
export function canonical(value) {
  if (Array.isArray(value)) {
    const identity = identityOf(value);
    const sorted =
      identity === undefined ? value : value.toSorted((a, b) => (a[identity] < b[identity] ? -1 : 1));
    return sorted.map(canonical);
  }
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, canonical(one)]));
}
const isSame = (a, b) => isDeepStrictEqual(canonical(a), canonical(b));

const keyed = (list, identity) => Object.fromEntries(list.map((one) => [one[identity], one]));

/** One tree of a value and of what components make of it: pairs of a component and its value, `undefined` if it removes it. */
function merge(base, variants, where) {
  const changes = variants.filter(([, value]) => !isSame(value, base));
  if (changes.length === 0) return base;
  const all = [base, ...changes.map(([, value]) => value)];
  const eachKey = (values) => {
    const keys = new Set(values.flatMap(Object.keys));
    return [...keys].map((key) => [
      key,
      merge(
        values[0][key],
        changes.map(([component], index) => [component, values[index + 1][key]]),
        `${where}.${key}`,
      ),
    ]);
  };
  if (all.every(isMap)) return Object.fromEntries(eachKey(all));
  const identity = identityOf(base);
  if (identity !== undefined && all.every((list) => identityOf(list) === identity))
    return eachKey(all.map((list) => keyed(list, identity))).map(([, one]) => one);
  const [[, value]] = changes;
  if (!changes.every(([, other]) => isSame(other, value)))
    throw new Error(`${where}: ${changes.map(([component]) => component)} each set another value`);
  return new Choice(
    changes.map(([component]) => component),
    value,
    base,
  );
}

/**
 * The objects of base, of each component and of each overlay, as trees: `{ origin, object }` where the origin is a component,
 * `NAME-servers` for what an overlay adds by itself, or undefined for the base. Also the renderings of the overlays.
 */
export async function findVariants() {
  const components = foldersOf('components');
  const overlays = foldersOf('overlays');
  const on = (...names) => ({
    namespace: 'parley',
    resources: ['base'],
    components: needsOf(names).map((name) => `components/${name}`),
  });
  const rendered = await renderAll({
    base: on(),
    all: on(...components),
    ...Object.fromEntries(components.map((name) => [name, on(name)])),
    ...Object.fromEntries(
      overlays.map((name) => [`overlay ${name}`, { resources: [`overlays/${name}`], components: [] }]),
    ),
  });
  const found = Object.fromEntries(
    Object.entries(rendered).map(([name, documents]) => [name, byName(documents)]),
  );
  const objects = [];
  for (const [name, document] of found.base) {
    const variants = components.map((component) => [component, found[component].get(name)]);
    objects.push({ name, object: merge(document, variants, name) });
  }
  for (const origin of components) {
    const own = [...found[origin]].filter(
      ([name]) =>
        !found.base.has(name) &&
        !needsOf([origin]).some((needed) => needed !== origin && found[needed].has(name)),
    );
    for (const [name, document] of own) {
      // Only where all components together make something else of it, some other component changes it.
      const others = isSame(document, found.all.get(name)) ? [] : components.filter((one) => one !== origin);
      const pairs = await renderAll(Object.fromEntries(others.map((other) => [other, on(origin, other)])));
      const variants = others.map((other) => [other, byName(pairs[other]).get(name)]);
      objects.push({ name, origin, object: merge(document, variants, name) });
    }
  }
  for (const overlay of overlays) {
    const used = [undefined, ...needsOf(overlayComponents(overlay))];
    const known = new Set(objects.filter(({ origin }) => used.includes(origin)).map(({ name }) => name));
    for (const [name, object] of found[`overlay ${overlay}`])
      if (!known.has(name)) objects.push({ name, origin: `${overlay}-servers`, object });
  }
  const renderings = Object.fromEntries(overlays.map((name) => [name, found[`overlay ${name}`]]));
  return { components, objects, base: found.base, overlays: renderings };
}
