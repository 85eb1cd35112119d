// Prints values as YAML, with their descriptions.
import yaml from 'js-yaml';

/** @param entries `{ value, initial, description }`, of which those of a group need not be neighbors */
export function valuesFile(entries, note, withDescriptions = true) {
  const root = new Map();
  for (const entry of entries) {
    const keys = entry.value.split('.');
    let place = root;
    for (const key of keys.slice(0, -1)) {
      if (!place.has(key)) place.set(key, new Map());
      place = place.get(key);
    }
    place.set(keys.at(-1), entry);
  }
  return `${[...note.split('\n'), ...groupLines(root, '', withDescriptions)].join('\n')}\n`;
}

function groupLines(group, pad, withDescriptions) {
  return [...group].flatMap(([key, node]) => {
    if (node instanceof Map) return [`${pad}${key}:`, ...groupLines(node, `${pad}  `, withDescriptions)];
    const comment = withDescriptions
      ? wrap(node.description, 110 - pad.length).map((line) => `${pad}# ${line}`)
      : [];
    const lines = yaml
      .safeDump({ [key]: node.initial }, { lineWidth: 120 })
      .trimEnd()
      .split('\n');
    return [...comment, ...lines.map((line) => pad + line)];
  });
}

function wrap(text, width) {
  const lines = [''];
  for (const word of `${text}.`.replace(/…\.$/, '…').split(' ')) {
    if (lines.at(-1).length + word.length >= width) lines.push('');
    lines[lines.length - 1] = `${lines.at(-1)} ${word}`.trimStart();
  }
  return lines;
}
