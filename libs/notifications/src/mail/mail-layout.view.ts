/** The content of a mail, before its layout. */
export interface MailContent {
  language: string;
  brand: string;
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

/** A code of a few digits is typed, a longer one is copied. */
const TYPED_LENGTH = 10;
const TYPED = 'font-size:32px;letter-spacing:8px';
const COPIED = 'font-size:16px;overflow-wrap:anywhere';

/** The mail as HTML: one column, no picture, no remote content, legible without styles. */
export function asHtml(content: MailContent): string {
  const { language, brand, title, body, rows, code, link, footer } = content;
  const cells = rows.map(
    ([label, value]) =>
      `<tr><td style="padding:8px 16px 8px 0;color:#6b7280;vertical-align:top">${escaped(label)}</td>` +
      `<td style="padding:8px 0;text-align:right;word-break:break-word">${withBreaks(value)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #111827 !important; }
  .card { background: #1f2937 !important; color: #f3f4f6 !important; }
  .code { background: #111827 !important; color: #f3f4f6 !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f4f6">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:520px">
<tr><td style="${FONT};font-size:14px;font-weight:600;color:#6b7280;padding:0 8px 12px">${escaped(brand)}</td></tr>
<tr><td class="card" style="${FONT};font-size:16px;line-height:1.5;color:#111827;background:#ffffff;border-radius:12px;padding:32px">
<h1 style="margin:0 0 12px;font-size:22px;line-height:1.3">${escaped(title)}</h1>
<p style="margin:0">${withBreaks(body)}</p>
${code === null ? '' : `<p class="code" style="margin:24px 0 0;padding:16px;background:#f3f4f6;border-radius:8px;${code.length > TYPED_LENGTH ? COPIED : TYPED};text-align:center"><strong>${escaped(code)}</strong></p>`}
${link === null ? '' : `<p style="margin:24px 0 0"><a href="${escaped(link.url)}" style="display:inline-block;padding:12px 24px;background:#1d4ed8;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600">${escaped(link.label)}</a></p>`}
${cells.length === 0 ? '' : `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:24px 0 0;border-top:1px solid #e5e7eb;font-size:14px">${cells.join('')}</table>`}
</td></tr>
<tr><td style="${FONT};font-size:12px;line-height:1.5;color:#6b7280;padding:16px 8px 0">${escaped(footer)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function withBreaks(text: string): string {
  return escaped(text).replaceAll('\n', '<br>\n');
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
