/** The colours of a business: all of them are `#rrggbb`. */
export interface BrandColors {
  /** The colour itself, for buttons. */
  button: string;
  buttonText: '#000000' | '#ffffff';
  /** For links and the focus ring, on light and on dark pages: the colour, darkened or lightened until it is legible. */
  link: Record<Scheme, string>;
  /** A background of text in the colour of links. */
  tint: Record<Scheme, string>;
}

export type Scheme = 'light' | 'dark';

/** WCAG 2.2, 1.4.3. */
const LEGIBLE = 4.5;
const TINT = 0.08;
/** Of the backgrounds in colours.css: the panel, and the one on which a link is hardest to read. */
const GROUNDS = {
  light: { panel: '#ffffff', hardest: '#f4f5f7', towards: '#000000' },
  dark: { panel: '#171b22', hardest: '#171b22', towards: '#ffffff' },
} as const;

/** Text on a button is black or white, whichever has the higher contrast, which is 4.58 : 1 or more. */
export function brandColors(color: string): BrandColors {
  const [light, dark] = [linkOn('light', color), linkOn('dark', color)];
  return {
    button: color,
    buttonText: contrast(color, '#000000') >= contrast(color, '#ffffff') ? '#000000' : '#ffffff',
    link: { light, dark },
    tint: { light: tintOf('light', light), dark: tintOf('dark', dark) },
  };
}

function linkOn(scheme: Scheme, color: string): string {
  const { hardest, towards } = GROUNDS[scheme];
  for (let percent = 0; ; percent++) {
    const link = mixed(color, towards, percent / 100);
    if ([hardest, tintOf(scheme, link)].every((ground) => contrast(link, ground) >= LEGIBLE)) return link;
  }
}

const tintOf = (scheme: Scheme, link: string) => mixed(GROUNDS[scheme].panel, link, TINT);

/** Contrast ratio of two colours by WCAG 2.2, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((value) =>
    value <= 0.04045 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function mixed(color: string, other: string, share: number): string {
  const others = channels(other);
  const values = channels(color).map((value, i) => Math.round(value + (others[i]! - value) * share));
  return `#${values.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
