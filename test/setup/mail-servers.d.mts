export const mailServersFolder: string;
export function hasMailServers(): boolean;
export function hasImapServers(): boolean;
export function hasStrace(): boolean;
