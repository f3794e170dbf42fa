import { createHash } from 'node:crypto';
import { PAY_SCRIPT } from './pay-script';
import { PAY_STYLE } from './pay-style';

export interface Asset {
  /** Carries a hash of the content: it can be kept for ever. */
  path: string;
  type: string;
  content: string;
}

export const SCRIPT = asset('pay', 'js', 'text/javascript; charset=utf-8', PAY_SCRIPT);
export const STYLE = asset('pay', 'css', 'text/css; charset=utf-8', PAY_STYLE);

const ASSETS = new Map([SCRIPT, STYLE].map((found) => [found.path, found]));

/** The asset at this path; undefined where there is none. */
export function assetAt(path: string): Asset | undefined {
  return ASSETS.get(path);
}

function asset(name: string, extension: string, type: string, content: string): Asset {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return { path: `/assets/${name}.${hash}.${extension}`, type, content };
}
