// What each component of k8s/ changes: the objects of all renderings as trees, in which a Choice stands where they differ.
import { isDeepStrictEqual } from 'node:util';
import { componentNames, needsOf, OVERLAYS, overlayComponents, renderAll } from '../../check/k8s/render.mjs';

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
  // A ConfigMap that is empty has no data, to which components may add.
  const complete = (one) => (one.kind === 'ConfigMap' ? { ...one, data: one.data ?? {} } : one);
  return new Map(
    documents.map((document) => [`${document.kind}/${plainName(document)}`, rename(complete(document))]),
  );
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
function merge(base, variants) {
  const removing = variants.filter(([, value]) => value === undefined && base !== undefined);
  const kept = variants.filter((variant) => !removing.includes(variant));
  if (removing.length > 0)
    return new Choice(
      removing.map(([component]) => component),
      undefined,
      merge(base, kept),
    );
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
      ),
    ]);
  };
  if (all.every(isMap)) return Object.fromEntries(eachKey(all));
  const identity = identityOf(base);
  if (identity !== undefined && all.every((list) => identityOf(list) === identity))
    return eachKey(all.map((list) => keyed(list, identity))).map(([, one]) => one);
  // As in kustomize, a later component replaces what an earlier one has set.
  return changes.reduce((earlier, [component, value]) => {
    const isEqual = earlier instanceof Choice && isSame(earlier.value, value);
    return isEqual
      ? new Choice([...earlier.components, component], value, earlier.otherwise)
      : new Choice([component], value, earlier);
  }, base);
}

/** A combination of render.mjs: components on the base. */
const on = (...names) => ({
  namespace: 'parley',
  resources: ['base'],
  components: needsOf(names).map((name) => `components/${name}`),
});

/** Renderings by name, each with its documents by kind and name. */
async function render(wanted) {
  const rendered = await renderAll(wanted);
  return Object.fromEntries(Object.entries(rendered).map(([name, documents]) => [name, byName(documents)]));
}

/** The objects that a component adds, as trees. */
async function addedBy(origin, found, components) {
  const before = [
    found.base,
    ...needsOf([origin])
      .filter((name) => name !== origin)
      .map((name) => found[name]),
  ];
  const own = [...found[origin]].filter(([name]) => !before.some((documents) => documents.has(name)));
  // Only where all components together make something else of one of them, another component changes it.
  const isChanged = own.some(([name, document]) => !isSame(document, found.all.get(name)));
  const others = isChanged ? components.filter((one) => one !== origin) : [];
  const pairs = await render(Object.fromEntries(others.map((other) => [other, on(origin, other)])));
  return own.map(([name, document]) => {
    const variants = others.map((other) => [other, pairs[other].get(name)]);
    return { name, origin, object: merge(document, variants) };
  });
}

/**
 * The objects of base, of each component and of each overlay, as trees: `{ name, origin, object }` where the origin is a component,
 * `NAME-servers` for what an overlay adds by itself, or undefined for the base. Also the renderings of base and overlays.
 */
export async function findVariants() {
  const components = componentNames();
  const found = await render({
    base: on(),
    all: on(...components),
    ...Object.fromEntries(components.map((name) => [name, on(name)])),
  });
  const renderings = await render(
    Object.fromEntries(OVERLAYS.map((name) => [name, { resources: [`overlays/${name}`], components: [] }])),
  );
  const objects = [...found.base].map(([name, document]) => {
    const variants = components.map((component) => [component, found[component].get(name)]);
    return { name, object: merge(document, variants) };
  });
  for (const origin of components) objects.push(...(await addedBy(origin, found, components)));
  for (const overlay of OVERLAYS) {
    const used = [undefined, ...needsOf(overlayComponents(overlay))];
    const known = objects.filter(({ origin }) => used.includes(origin)).map(({ name }) => name);
    for (const [name, object] of renderings[overlay])
      if (!known.includes(name)) objects.push({ name, origin: `${overlay}-servers`, object });
  }
  return { components, objects, base: found.base, overlays: renderings };
}
