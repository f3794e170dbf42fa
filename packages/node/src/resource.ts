import { PaymentsError } from './errors.js';
import { List, type AnyPage } from './list.js';

/** Options of every request. */
export interface RequestOptions {
  /** Ends the request. One that changes something may have been executed. */
  signal?: AbortSignal;
  /** Milliseconds for each attempt; 30,000 unless given. */
  timeout?: number;
  /** How often the request is repeated after a failure that allows it; 2 unless given. */
  maxRetries?: number;
  /** Further headers, such as `X-Device-Token`. */
  headers?: Record<string, string>;
}

/** Options of operations that take an idempotency key. */
export interface IdempotentOptions extends RequestOptions {
  /**
   * 1 to 128 visible ASCII characters that belong to your order or payment. For 24 hours, the same key gets the same response
   * and is executed once. Unless given, each call makes its own, which its retries share.
   */
  idempotencyKey?: string;
  /** Answers what would happen, and changes nothing. */
  dryRun?: boolean;
}

export type HostName = 'business' | 'checkout' | 'sandbox' | 'app';
export type CredentialName = 'secretKey' | 'publicKey' | 'accessToken' | 'sessionToken';

/** The hosts that serve an operation, by the credential that they take; `none` if they take none. */
export type Access = { readonly [name in CredentialName | 'none']?: readonly HostName[] };

/** `idempotent` is a POST that takes an idempotency key; `paged` and `file` are a GET of a list in pages and of a file. */
const METHODS = {
  get: 'GET',
  paged: 'GET',
  file: 'GET',
  post: 'POST',
  idempotent: 'POST',
  delete: 'DELETE',
} as const;
/** Kind, access, and the action if it is not the name in kebab case. */
type Row = readonly [kind: keyof typeof METHODS, access: Access, action?: string];
/** One row for each method of a resource. */
export type Rows<T> = { readonly [name in keyof T]: Row };

/** One operation of the API. */
export interface Operation {
  /** As it is called, such as `sessions.create`. */
  name: string;
  /** Below the address of the host. */
  path: string;
  method: (typeof METHODS)[Row[0]];
  access: Access;
  isIdempotent: boolean;
  /** Whether the response is a file instead of JSON. */
  isFile: boolean;
}

/** Sends a request. Resolves with the body of the response. */
export type Call = (operation: Operation, input?: object, options?: IdempotentOptions) => Promise<unknown>;

/** The methods of a resource, such as `sessions.php`, from its rows. */
export function resource<T>(call: Call, place: string, rows: Rows<T>): T {
  const methods = Object.entries<Row>(rows).map(([name, [kind, access, action = kebab(name)]]) => {
    const operation: Operation = {
      name: `${camel(place.replace('.php', '').replace('/', '.'))}.${name}`,
      path: `api/${place}${action === '' ? '' : `/${action}`}`,
      method: METHODS[kind],
      access,
      isIdempotent: kind === 'idempotent',
      isFile: kind === 'file',
    };
    const run = (input?: object, options?: IdempotentOptions) => call(operation, input, options);
    const list = (input?: object, options?: IdempotentOptions) =>
      new List(async (change) => pageOf(operation, await run({ ...input, ...change }, options)));
    return [name, kind === 'paged' ? list : run];
  });
  return Object.fromEntries(methods) as T;
}

/** A page is the response itself, or its `data`. */
function pageOf({ name }: Operation, response: unknown): AnyPage {
  const page = response as Partial<AnyPage> & { data?: AnyPage };
  for (const one of [page, page.data]) if (Array.isArray(one?.data)) return one as AnyPage;
  throw new PaymentsError(`The response to ${name} has no list.`);
}

const camel = (text: string): string =>
  text.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
