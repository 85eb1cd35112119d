/** Nodes of the structure of a mail, and levels of them within each other. */
export const NODES_MAX = 1_000;
export const DEPTH_MAX = 50;
/** Lines of a source: 35 MiB have half as many of the usual length. Each costs time, however short it is. */
export const LINES_MAX = 1_000_000;
/** Bytes of the head of a mail or of a part of it; a line counts for at least 64. */
export const HEAD_MAX = 256 * 1024;
/** Addresses of one list. */
export const ADDRESSES_MAX = 500;
/** Ids of References, of which the newest are kept. */
export const REFERENCES_MAX = 100;
/** Parts that are handed out as files, and bytes of them in all. */
export const FILES_MAX = 100;
export const FILE_BYTES_MAX = 50 * 1024 * 1024;
/** UTF-16 units of the text of a mail. */
export const TEXT_MAX = 65_536;
/** Bytes that are read of the text parts, in any charset: an encoded character has up to eight of them, with its escape sequences. */
export const TEXT_BYTES_MAX = 8 * TEXT_MAX;
/** Bytes of the HTML parts. */
export const HTML_MAX = 1024 * 1024;
/** Bytes of the source that are shown where its structure has no text. */
export const FALLBACK_MAX = 64 * 1024;
/** Bytes of a winmail.dat that are decoded, for which it is held in memory. */
export const TNEF_MAX = 32 * 1024 * 1024;
export const SUBJECT_MAX = 998;
export const NAME_MAX = 255;
/** Characters of an address, which exceeds what RFC 5321 allows: that is for its users to say. */
export const ADDRESS_MAX = 998;
