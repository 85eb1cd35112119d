const FORM = /^[ \t]*multipart\/form-data[ \t]*(?:;|$)/i;
/** A boundary has at most 70 characters (RFC 2046 section 5.1.1). */
const BOUNDARY = /;[ \t]*boundary=(?:"([\x20-\x7e]{0,69}[\x21-\x7e])"|([^\s";]{1,70}))[ \t]*(?:;|$)/i;

export function isForm(contentType: string | undefined): boolean {
  return contentType !== undefined && FORM.test(contentType);
}

/** The boundary of a form; `null` if its content type has none. */
export function boundaryOf(contentType: string): string | null {
  const [, quoted, token] = BOUNDARY.exec(contentType) ?? [];
  return quoted ?? token ?? null;
}
