import {
  createMcpHandler,
  localhostAllowedHostnames,
  type McpHttpHandler,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { serverOf } from './server.ts';
import type { Session } from './session.ts';

const INVALID_REQUEST = -32_600;
const REFUSED = -32_000;

/** Serves MCP over streamable HTTP, without sessions: each request is served for itself, by whichever process gets it. */
export class HttpEndpoint {
  readonly #handler: McpHttpHandler;
  readonly #hostnames: readonly string[];

  /**
   * @param hostnames names by which the endpoint is reached, and those of pages that may call it; this machine is always among them
   * @param report takes errors that no caller may know, for the log
   */
  constructor(hostnames: readonly string[], report: (error: unknown) => void) {
    this.#hostnames = [...hostnames, ...localhostAllowedHostnames()];
    this.#handler = createMcpHandler(({ authInfo }) => serverOf(sessionIn(authInfo?.extra)), {
      onerror: report,
      // A subscription would be a connection without an end, and there is nothing to be told: the tools of a credential stay.
      maxSubscriptions: 0,
    });
  }

  /**
   * Answers a request. Who calls was decided before: `session` has the credential.
   *
   * @param request its signal ends the call; `Host` and `Origin` are checked against DNS rebinding
   * @param body the parsed body; undefined if there is none, or if it is no JSON
   */
  async answer(request: Request, body: unknown, session: Session): Promise<Response> {
    const refusal =
      refusalOf(validateHostHeader(request.headers.get('host'), [...this.#hostnames])) ??
      refusalOf(validateOriginHeader(request.headers.get('origin'), [...this.#hostnames]));
    if (refusal !== undefined) return refusal;
    // One request would be many calls, and no version of the protocol since 2025-06-18 has them.
    if (Array.isArray(body)) return errorResponse(400, INVALID_REQUEST, 'Batches are not supported');
    const { credentialId, scopes } = session;
    const authInfo = { token: '', clientId: credentialId, scopes: [...scopes], extra: { session } };
    return this.#handler.fetch(request, { authInfo, ...(body === undefined ? {} : { parsedBody: body }) });
  }
}

const sessionIn = (extra: Record<string, unknown> | undefined): Session => extra?.['session'] as Session;

const refusalOf = (result: { ok: true } | { ok: false; message: string }): Response | undefined =>
  result.ok ? undefined : errorResponse(403, REFUSED, result.message);

function errorResponse(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
