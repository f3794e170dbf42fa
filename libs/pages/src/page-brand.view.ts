import { html, Html } from './html';
import type { Texts } from './locales';
import { brandColors } from './brand-colors.policy';

/** What the pages of a business show of its brand. */
export interface PageBrand {
  /** `path` is below `/`, on the hosts of the pages. */
  logo: { path: string; width: number; height: number } | null;
  /** `#rrggbb`; null: that of the platform. */
  color: string | null;
  supportEmail: string | null;
  supportPhone: string | null;
  supportUrl: string | null;
  termsUrl: string | null;
  /** May have line breaks. */
  postalAddress: string | null;
  /** The name of the platform. */
  platform: string;
}

/** Logos have twice the pixels that they are shown with, for dense screens. */
const DENSITY = 2;

/** The logo of a business, or a tile with its first letter; its name stands beside it. */
export function businessMark({ logo }: PageBrand, name: string): Html {
  if (logo === null) return html`<span class="payee-mark" aria-hidden="true">${[...name][0] ?? ''}</span>`;
  const [width, height] = [logo.width, logo.height].map((side) => Math.max(1, Math.round(side / DENSITY)));
  return html`<img class="payee-logo" src="${logo.path}" width="${width!}" height="${height!}" alt="" />`;
}

/** The styles that give a page the colour of a business; nothing where it has none. */
export function brandStyle({ color }: PageBrand, nonce: string): Html | null {
  if (color === null) return null;
  const { button, buttonText, link, tint } = brandColors(color);
  const dark = `--accent:${link.dark};--accent-soft:${tint.dark}`;
  const rules =
    `:root{--brand:${button};--brand-ink:${buttonText};--accent:${link.light};--accent-soft:${tint.light}}` +
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme='light']){${dark}}}` +
    `@media screen{[data-theme='dark']{${dark}}}`;
  return html`<style nonce="${nonce}">
    ${new Html(rules)}
  </style>`;
}

/** How buyers reach the business, its terms, and by whom the payment is made. */
export function brandFoot(brand: PageBrand, texts: Texts): Html {
  const { supportEmail, supportPhone, supportUrl, termsUrl, platform } = brand;
  const links = [
    supportEmail !== null && html`<a href="mailto:${supportEmail}">${supportEmail}</a>`,
    supportPhone !== null && html`<a href="tel:${supportPhone}">${supportPhone}</a>`,
    supportUrl !== null && elsewhere(supportUrl, texts.t('brand.support-page')),
    termsUrl !== null && elsewhere(termsUrl, texts.t('brand.terms')),
  ].filter((link) => link !== false);
  return html`${links.length > 0 && html`<p class="contacts">${links}</p>`}
    <p>${texts.t('brand.platform', { platform })}</p>`;
}

/** A page beside this one, which may be in a frame. */
const elsewhere = (address: string, label: string) =>
  html`<a href="${address}" target="_blank" rel="noopener noreferrer">${label}</a>`;
