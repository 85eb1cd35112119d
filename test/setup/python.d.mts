export function findPythonWithPika(): string | undefined;
