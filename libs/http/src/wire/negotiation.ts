import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { WireRequest } from './request';

/** Content, and the same content compressed, by name of the encoding. */
export interface EncodedContent {
  content: Buffer;
  encoded: Map<string, Buffer>;
}

/** The names in an `Accept` header, without those of quality 0. */
const namesIn = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .map((entry) => entry.split(';'))
    .filter(([, quality = '']) => !/^\s*q=0(\.0*)?\s*$/.test(quality))
    .map(([name]) => name!.trim());

/** Whether the client names HTML as a type that it takes, as browsers do. */
export const acceptsHtml = ({ headers }: WireRequest): boolean =>
  namesIn(headers.accept).includes('text/html');

/** The content in the smallest encoding that the client accepts, with the headers that say so. */
export function inBestEncoding(
  { headers }: WireRequest,
  reply: FastifyReply,
  { content, encoded }: EncodedContent,
): Buffer {
  const accepted = namesIn(headers['accept-encoding']);
  const encoding = [...encoded.keys()].find((name) => accepted.includes(name));
  void reply.header('vary', 'accept-encoding');
  if (encoding === undefined) return content;
  void reply.header('content-encoding', encoding);
  return encoded.get(encoding)!;
}

/** Compresses a text in some milliseconds per 100 kB, for texts that are made while a host runs. */
export function encode(text: string): EncodedContent {
  const content = Buffer.from(text);
  const br = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return { content, encoded: new Map(Object.entries({ br, gzip: gzipSync(content) })) };
}
