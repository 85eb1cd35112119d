export const groups: readonly { name: string }[];
