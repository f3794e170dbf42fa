import { sitePage } from '@app/docs';
import { documentHeaders, html, type Html } from '@app/pages';
import type { KeptMessage } from './sent-messages.service';

const TITLE = 'Mails and text messages';

/** Pages of other origins can neither read nor frame it. */
export const PAGE_HEADERS = {
  ...documentHeaders({
    'style-src': `'self'`,
    'frame-src': `'self'`,
    'img-src': 'data:',
    'base-uri': `'none'`,
    'form-action': `'none'`,
    'frame-ancestors': `'none'`,
  }),
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/** What a frame with a mail may do: its links open as pages of their own. */
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';

/** The frame of a mail runs no script, loads nothing but logos from `logos`, and has an origin of its own. */
export const mailHeaders = (logos: string) => ({
  ...documentHeaders({
    'style-src': `'unsafe-inline'`,
    'img-src': `data: ${logos}`,
    'base-uri': `'none'`,
    'form-action': `'none'`,
    'frame-ancestors': `'self'`,
    sandbox: SANDBOX,
  }),
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-resource-policy': 'same-origin',
});

/** The HTML of a mail, whose links open outside its frame. */
export const framedMail = (mail: string): string => mail.replace('<head>', '<head><base target="_blank">');

/** The newest messages first. */
export function listPage(messages: readonly KeptMessage[], style: string): string {
  const entries = messages.map(
    (message) =>
      html`<li>
        <a href="/mails/${message.id}"
          ><b>${subjectOf(message)}</b> ${message.to} · <span>${timeOf(message)}</span></a
        >
      </li>`,
  );
  return sitePage({
    title: TITLE,
    style,
    content: html`<h1>${TITLE}</h1>
      <p class="lead">
        Newest first. In development they are kept here and leave this machine only with
        <code>MAIL=smtp</code> or <code>SMS=twilio</code>.
      </p>
      <p><a href="/mails">Reload</a></p>
      ${
        entries.length > 0
          ? html`<ul class="messages">
              ${entries}
            </ul>`
          : html`<p>Nothing yet.</p>`
      }`,
  });
}

/** One message with its headers, as it looks and as text. */
export function messagePage(message: KeptMessage, style: string): string {
  const { id, to, text, html: mail, attachments } = message;
  const facts: [name: string, value: string][] = [
    ['To', to],
    ['Sent', timeOf(message)],
    ...attachments.map((name): [string, string] => ['Attachment', name]),
  ];
  return sitePage({
    title: subjectOf(message),
    style,
    content: html`<p><a href="/mails">${TITLE}</a></p>
      <h1>${subjectOf(message)}</h1>
      <dl class="facts">
        ${facts.map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>
      ${mail !== null && framed(id)}
      <pre class="message">${text}</pre>`,
  });
}

const framed = (id: string): Html =>
  html`<iframe class="message" title="The mail" sandbox="${SANDBOX}" src="/mails/${id}/html"></iframe>
    <h2>As text</h2>`;

const subjectOf = ({ subject }: KeptMessage): string => subject ?? 'Text message';

const timeOf = ({ sent_at: at }: KeptMessage): string => `${at.slice(0, 19).replace('T', ' ')} UTC`;
