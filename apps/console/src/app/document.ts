/** The nonce of this response, which styles that are added at run time must carry. */
export const cspNonce: string =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

const here = import.meta.url;
/** Path of the console with a slash at its end, such as `/console/`: all scripts are in a folder below it. */
export const consolePath: string = new URL('..', here).pathname;
