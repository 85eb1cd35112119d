export { isAllowedAddress } from './address.rules.ts';
export { allowCidrs, allowHosts, type AllowedHosts, type Cidr } from './allow-list.ts';
export {
  ADDRESS_TIMEOUT_MS,
  EgressGuard,
  type ConnectTarget,
  type EgressOptions,
  type Resolve,
} from './egress-guard.ts';
export { EgressError, type EgressErrorCode } from './egress-error.ts';
export { NameResolutionError, NameResolver, type NameResolverOptions } from './name-resolver.ts';
export {
  connect,
  httpPost,
  httpRequest,
  HttpRequestError,
  requestOver,
  retryAfterOf,
  textOf,
  type HttpAnswer,
  type HttpPost,
} from './http-post.ts';
export { targetUrlError } from './target-url.rules.ts';
