const CHARSETS: Readonly<Record<number, string>> = {
  ...{
    1200: 'utf-16le',
    10000: 'macintosh',
    20127: 'us-ascii',
    20866: 'koi8-r',
    21866: 'koi8-u',
    20932: 'euc-jp',
    51932: 'euc-jp',
  },
  ...{
    50220: 'iso-2022-jp',
    50221: 'iso-2022-jp',
    50222: 'iso-2022-jp',
    50225: 'iso-2022-kr',
    51949: 'euc-kr',
    51936: 'gbk',
  },
  ...{ 52936: 'hz', 54936: 'gb18030', 65001: 'utf-8' },
};

/** The label of a code page of Windows. */
export function charsetOfCodePage(page: number): string {
  const charset = CHARSETS[page];
  if (charset !== undefined) return charset;
  if (page > 28_590 && page < 28_606) return `iso-8859-${page - 28_590}`;
  return page >= 1_250 && page <= 1_258 ? `windows-${page}` : `cp${page}`;
}
