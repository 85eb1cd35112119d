/** Bytes of all images that a document contains, each as often as the document shows it. */
export const IMAGES_MAX = 5 * 1024 * 1024;

/** An image of a mail to which its HTML refers by a Content-ID (RFC 2392). */
export interface InlineImage {
  readonly contentId: string;
  /** A media type that a document may contain. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/**
 * The URLs of images for one document, by Content-ID, which contain their bytes; null without an image. An image that the HTML shows
 * several times counts each time, since each has the bytes.
 */
export function imageUrls(images: readonly InlineImage[]): (contentId: string) => string | null {
  const byId = new Map(images.map((image) => [image.contentId, image]));
  let bytesLeft = IMAGES_MAX;
  return (contentId) => {
    const image = byId.get(contentId);
    if (image === undefined || image.bytes.byteLength > bytesLeft) return null;
    bytesLeft -= image.bytes.byteLength;
    const { buffer, byteOffset, byteLength } = image.bytes;
    return `data:${image.type};base64,${Buffer.from(buffer, byteOffset, byteLength).toString('base64')}`;
  };
}
