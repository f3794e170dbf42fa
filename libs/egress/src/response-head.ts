/** The beginning of a response, read without regard to what makes its body or its other headers invalid. */
export interface ResponseHead {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

const STATUS_LINE = /^(?:\r?\n)*HTTP\/\d\.\d +(\d{3})(?: [^\r\n]*)?(?=\r?\n)/;
const END_OF_HEAD = /\r?\n\r?\n/;
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\x20-\x7e]*)$/;

/** Reads the status line and what can be read after it; null where the bytes contain no final status. */
export function responseHeadOf(bytes: Buffer): ResponseHead | null {
  // Each byte is one character, so that positions in the text are those in the bytes.
  let text = bytes.toString('latin1');
  for (;;) {
    const line = STATUS_LINE.exec(text);
    if (!line) return null;
    const end = END_OF_HEAD.exec(text.slice(line[0].length));
    const headEnd = end ? line[0].length + end.index + end[0].length : text.length;
    const status = Number(line[1]);
    if (status >= 200 && status < 600) {
      const headers = headersOf(text.slice(line[0].length, headEnd));
      return { status, headers, body: bytes.subarray(bytes.length - text.length + headEnd) };
    }
    // Informational statuses precede the response.
    if (status >= 200 || status < 100 || !end) return null;
    text = text.slice(headEnd);
  }
}

function headersOf(text: string): Record<string, string> {
  const found = text.split(/\r?\n/).flatMap((line) => {
    const [, name, value] = HEADER.exec(line) ?? [];
    return name === undefined ? [] : [[name.toLowerCase(), value!] as const];
  });
  return Object.fromEntries(found);
}
