import type { Language, MailBrand } from '@app/accounts';
import { brandColors, html, type Html } from '@app/pages';
import { fill, textsIn } from '../locales/texts';

/** The content of a mail, before its layout. */
export interface MailContent {
  language: Language;
  /** The name of the platform. */
  brand: string;
  /** The business that the mail is about; null: it has the look of the platform. */
  business: MailBrand | null;
  title: string;
  body: string;
  rows: readonly (readonly [label: string, value: string])[];
  code: string | null;
  link: { label: string; url: string } | null;
  footer: string;
}

/** Text with its further lines indented, so that texts of people do not look like blocks of the mail. */
const indented = (text: string) => text.replaceAll('\n', '\n    ');

/** The mail as plain text. */
export function asText({ brand, title, body, rows, code, link, footer }: MailContent): string {
  const blocks = [
    title,
    indented(body),
    code && `    ${code}`,
    link && `${link.label}:\n${link.url}`,
    rows.map(([label, value]) => `${label}: ${indented(value)}`).join('\n'),
    `-- \n${brand}\n${footer}`,
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

const FONT = `font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;
const SOFT = '#4b5563';
/** Of buttons, where no business has another one. */
const PLATFORM_COLOR = '#1d4ed8';
/** Logos have twice the pixels that they are shown with, for dense screens. */
const DENSITY = 2;

/** A code of a few digits is typed, a longer one is copied. */
const TYPED_LENGTH = 10;
const TYPED = 'font-size:32px;letter-spacing:8px';
const COPIED = 'font-size:16px;overflow-wrap:anywhere';

/** The mail as HTML: one column, no remote content but a logo, legible without styles and without pictures. */
export function asHtml(content: MailContent): string {
  const { language, title, body, rows, code, link, footer, business } = content;
  const colors = brandColors(business?.color ?? PLATFORM_COLOR);
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${title}</title>
        <style>
          @media (max-width: 480px) {
            .frame {
              padding: 16px 8px !important;
            }
            .card {
              padding: 24px 20px !important;
            }
          }
          @media (prefers-color-scheme: dark) {
            .page {
              background: #111827 !important;
            }
            .card {
              background: #1f2937 !important;
              color: #f3f4f6 !important;
              border-color: ${colors.link.dark} !important;
            }
            .code {
              background: #111827 !important;
              color: #f3f4f6 !important;
            }
            .soft,
            .soft a {
              color: #b6bec9 !important;
            }
            .rows {
              border-color: #4b5563 !important;
            }
            .button {
              border-color: ${colors.link.dark} !important;
            }
            .logo {
              background: #ffffff !important;
              padding: 6px !important;
              border-radius: 6px !important;
            }
          }
        </style>
      </head>
      <body class="page" style="margin:0;padding:0;background:#f3f4f6">
        <table role="presentation" width="100%" cellspacing="0" cellpadding="0">
          <tr>
            <td class="frame" align="center" style="padding:32px 16px">
              <table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:520px">
                <tr>
                  <td
                    class="card"
                    style="${FONT};font-size:16px;line-height:1.5;color:#111827;background:#ffffff;border-top:4px solid ${colors.button};border-radius:12px;padding:32px;word-break:break-word"
                  >
                    ${head(content)}
                    <h1 style="margin:0 0 12px;font-size:22px;line-height:1.3">${title}</h1>
                    <p style="margin:0">${withBreaks(body)}</p>
                    ${
                      code !== null &&
                      html`<p
                        class="code"
                        style="margin:24px 0 0;padding:16px;background:#f3f4f6;border-radius:8px;${code.length > TYPED_LENGTH ? COPIED : TYPED};text-align:center"
                      >
                        <strong>${code}</strong>
                      </p>`
                    }
                    ${
                      link !== null &&
                      html`<p style="margin:24px 0 0">
                        <a
                          class="button"
                          href="${link.url}"
                          style="display:inline-block;padding:12px 24px;background:${colors.button};color:${colors.buttonText};border:1px solid ${colors.link.light};border-radius:8px;text-decoration:none;font-weight:600"
                          >${link.label}</a
                        >
                      </p>`
                    }
                    ${
                      rows.length > 0 &&
                      html`<table
                        class="rows"
                        role="presentation"
                        width="100%"
                        cellspacing="0"
                        cellpadding="0"
                        style="margin:24px 0 0;border-top:1px solid #e5e7eb;font-size:14px"
                      >
                        ${rows.map(
                          ([label, value]) =>
                            html`<tr>
                              <td
                                class="soft"
                                style="padding:8px 16px 8px 0;color:${SOFT};vertical-align:top;word-break:normal"
                              >
                                ${label}
                              </td>
                              <td style="padding:8px 0;text-align:right;word-break:break-word">
                                ${withBreaks(value)}
                              </td>
                            </tr>`,
                        )}
                      </table>`
                    }
                  </td>
                </tr>
                <tr>
                  <td
                    class="soft"
                    style="${FONT};font-size:13px;line-height:1.5;color:${SOFT};padding:16px 8px 0;word-break:break-word"
                  >
                    ${business !== null && contacts(business, language)}
                    <p style="margin:0">${footer}</p>
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `;
  return page.text;
}

/** The logo of the business, its name, or the name of the platform. */
function head({ brand, business }: MailContent): Html {
  const style = `margin:0 0 20px;font-size:15px;font-weight:600`;
  if (business === null || business.logo === null)
    return html`<p class="soft" style="${style};color:${SOFT}" dir="auto">${business?.name ?? brand}</p>`;
  const { path, width, height } = business.logo;
  const [shownWidth, shownHeight] = [width, height].map((side) => Math.max(1, Math.round(side / DENSITY)));
  return html`<p style="${style}">
    <img
      class="logo"
      src="${path}"
      width="${shownWidth!}"
      height="${shownHeight!}"
      alt="${business.name}"
      style="display:block;border:0;max-width:100%;height:auto"
    />
  </p>`;
}

/** How to reach the business, and by whom the payment is made. */
function contacts(
  { supportEmail, supportPhone, supportUrl, termsUrl, platform }: MailBrand,
  language: Language,
): Html {
  const { mail } = textsIn(language);
  const links: (readonly [address: string, label: string] | null)[] = [
    supportEmail === null ? null : [`mailto:${supportEmail}`, supportEmail],
    supportPhone === null ? null : [`tel:${supportPhone}`, supportPhone],
    supportUrl === null ? null : [supportUrl, mail.support_page],
    termsUrl === null ? null : [termsUrl, mail.terms],
  ];
  const shown = links.flatMap((link) =>
    link === null ? [] : [html`<a href="${link[0]}" style="color:${SOFT}">${link[1]}</a> &nbsp;`],
  );
  return html`${shown.length > 0 && html`<p style="margin:0 0 4px">${shown}</p>`}
    <p style="margin:0 0 12px">${fill(mail.platform, { platform })}</p>`;
}

function withBreaks(text: string): Html {
  const [first = '', ...others] = text.split('\n');
  return html`${first}${others.map((line) => html`<br />${line}`)}`;
}
