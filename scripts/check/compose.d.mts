interface Container {
  image?: string;
  build?: object;
  mem_limit?: string;
  pull_policy?: string;
}
export function composeFaults(services: Record<string, Container>): string[];
