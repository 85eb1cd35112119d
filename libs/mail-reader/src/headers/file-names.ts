import { asSeen } from '@parley/contracts';
import libmime from 'libmime';
import { NAME_MAX } from '../limits.ts';

/** Names that are devices on Windows, with any extension. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
const EXTENSION_MAX = 32;

/**
 * A name that is safe as a file name: its last segment, without what is invisible, without characters that Windows refuses, at most 255
 * characters and 255 bytes of UTF-8 long with its extension. Without anything left of it, `fallback`.
 */
export function safeFileName(name: string, fallback: string): string {
  // What is longer is not looked at: normalizing 200,000 combining marks takes seconds. The extension is at the end.
  const segment = asSeen(name.slice(-16 * NAME_MAX).toWellFormed())
    .split(/[/\\]/)
    .findLast((one) => !/^[. ]*$/.test(one));
  const clean = (segment ?? '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replace(/^[. ]+/, '')
    .replace(/(?<![. ])[. ]+$/, '');
  if (clean === '') return fallback;
  return shortened(DEVICES.test(clean) ? `_${clean}` : clean);
}

/** The name of a part that has none. */
export function defaultFileName(type: string, index: number): string {
  if (type === 'text/calendar') return 'invite.ics';
  if (type === 'message/rfc822') return 'message.eml';
  const extension = type === 'image/jpg' ? 'jpg' : libmime.detectExtension(type);
  return `attachment-${index + 1}.${extension}`;
}

/** An image by its type, or by its name where the type says nothing, as some programs send inline images. */
export function isImage(type: string, name: string): boolean {
  if (type.startsWith('image/')) return true;
  return type === 'application/octet-stream' && typeOfName(name).startsWith('image/');
}

/** The media type that the extension of a name stands for. */
export function typeOfName(name: string): string {
  const extension = /\.(\w{1,8})$/.exec(name)?.[1];
  return extension === undefined ? 'application/octet-stream' : libmime.detectMimeType(extension);
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= NAME_MAX) return name;
  const dot = name.lastIndexOf('.');
  const isExtension = dot > 0 && name.length - dot <= EXTENSION_MAX;
  const extension = isExtension ? name.slice(dot) : '';
  return `${cut(isExtension ? name.slice(0, dot) : name, NAME_MAX - Buffer.byteLength(extension))}${extension}`;
}

/** The characters that fit into so many bytes. */
function cut(text: string, bytes: number): string {
  const start = Buffer.from(text).subarray(0, bytes).toString('utf8');
  return start.replace(/\uFFFD+$/, '').trimEnd();
}
