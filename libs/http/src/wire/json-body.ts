import { type DomainError, invalid } from '@app/kernel';

/** Nested objects and lists, the body itself included. */
const MAX_DEPTH = 20;
/** Values in objects and lists together. The largest payroll has about 5,000. */
const MAX_VALUES = 20_000;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OBJECT, END_OF_OBJECT, LIST, END_OF_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Some programs write it at the start of UTF-8 texts. */
const BYTE_ORDER_MARK = '\ufeff';

const FORBIDDEN_KEY = '__proto__';
/** Text that may contain the key, escaped or not. */
const SUSPICIOUS = /__proto__|\\u00/i;
/** Length of the key with each character escaped. */
const MAX_SPELLING = FORBIDDEN_KEY.length * '\\u005f'.length;
const ESCAPED = /\\u00([0-9a-f]{2})/gi;
const SPACE = /\s/;

/**
 * Parses a JSON object. Its depth, its number of values and the key `__proto__` are checked in one pass over the text
 * before it is parsed, because a hostile text of the same length can take a hundred times longer to parse. A key that
 * occurs twice in one object is refused, because programs differ in which of its values they use. Throws
 * VALIDATION_ERROR.
 */
export function parseJsonBody(received: string): object {
  const text = received.startsWith(BYTE_ORDER_MARK) ? received.slice(1) : received;
  if (text === '' || text.trim() === '') return {};
  const keys = countBounded(text);
  const body = parsed(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw malformed('The body must be a JSON object.');
  if (keysOf(body) < keys) throw malformed('The body has a key twice in one object.');
  return body;
}

/** The number of keys. Reads only the structure; whether the text is valid JSON is left to the parser. */
function countBounded(text: string): number {
  const isSuspicious = SUSPICIOUS.test(text);
  let depth = 0;
  let values = 0;
  let keys = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE: {
        const end = endOfString(text, i + 1);
        if (end === -1) return keys;
        if (isSuspicious && isForbiddenKey(text, i + 1, end)) {
          throw malformed(`The body must not contain the key ${FORBIDDEN_KEY}.`);
        }
        i = end;
        break;
      }
      case OBJECT:
      case LIST:
        if (++depth > MAX_DEPTH) throw malformed(`The body is nested deeper than ${MAX_DEPTH} levels.`);
        values++;
        break;
      case COMMA:
        if (++values > MAX_VALUES) throw malformed(`The body has more than ${MAX_VALUES} values.`);
        break;
      case COLON:
        keys++;
        break;
      case END_OF_OBJECT:
      case END_OF_LIST:
        depth--;
        break;
    }
  }
  return keys;
}

/** The number of keys of the objects in a parsed value. */
function keysOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let keys = 0;
  for (const item of Array.isArray(value) ? (value as unknown[]) : Object.values(value)) keys += keysOf(item);
  return Array.isArray(value) ? keys : keys + Object.keys(value).length;
}

/** The place of the quote that ends a string, -1 where none does. A quote after an odd number of backslashes is text. */
function endOfString(text: string, start: number): number {
  for (let from = start; ;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return -1;
    let backslashes = 0;
    while (quote - backslashes > start && text.charCodeAt(quote - backslashes - 1) === BACKSLASH)
      backslashes++;
    if (backslashes % 2 === 0) return quote;
    from = quote + 1;
  }
}

function isForbiddenKey(text: string, start: number, end: number): boolean {
  const length = end - start;
  if (length < FORBIDDEN_KEY.length || length > MAX_SPELLING) return false;
  const spelled = text
    .slice(start, end)
    .replace(ESCAPED, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  if (spelled !== FORBIDDEN_KEY) return false;
  let next = end + 1;
  while (next < text.length && SPACE.test(text[next]!)) next++;
  return text.charCodeAt(next) === COLON;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('The body is not valid JSON.');
  }
}

function malformed(message: string): DomainError {
  return invalid('body', message);
}
