export function linkPackages(checkout: string, copy: string): void;
