interface Target {
  args: Record<string, string>;
  output: string[];
  platforms: string[];
  target?: string;
}
export function bakeOf(release: {
  registry: string;
  platform: string;
  nodeImage: string;
  revision: string;
}): { group: { default: { targets: string[] } }; target: Record<string, Target> };
