// What the gateway needs to serve MCP over HTTP. The command parley-mcp serves it over stdio.
export { Confirmations } from './confirmations.ts';
export { HttpEndpoint } from './http.ts';
export { CLIENT_OPTIONS, type Session } from './session.ts';
export { type Settings, SettingsError, settingsOfQuery } from './settings.ts';
