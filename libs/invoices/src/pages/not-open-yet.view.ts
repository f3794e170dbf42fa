import { html, type Html } from '@app/pages';
import type { InvoiceTexts } from './page-texts';

/** In place of the form, while the business may not collect yet. */
export function notOpenYet(texts: InvoiceTexts, business: string): Html {
  return html`<section class="panel outcome">
    <h1>${texts.t('not-open.title')}</h1>
    <p>${texts.t('not-open.text', { business })}</p>
  </section>`;
}
