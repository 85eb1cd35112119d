export const PLACEHOLDER: string;
export function imagesOf(): { name: string; version: string }[];
