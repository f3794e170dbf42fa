import { html, layout, noticePage, type PageContext, Texts } from '@app/pages';
import { INVOICE_TEXTS, type InvoiceTexts } from './page-texts';

interface RefusedForm extends PageContext {
  texts: InvoiceTexts;
  /** The family of texts: what the form pays. */
  pays: 'invoice' | 'link';
  /** The path of the page with the form. */
  path: string;
}

/** The page after a form that could not be carried out. */
export function refusedFormPage({ texts, pays, path, nonce, locale, style }: RefusedForm): string {
  const title = texts.t(`${pays}.form.title`);
  return layout({
    title,
    texts,
    nonce,
    style,
    path,
    content: html`<section class="panel outcome">
      <h1>${title}</h1>
      <p>${texts.t(`${pays}.form.text`)}</p>
      <a class="button" href="${path}?lang=${locale}">${texts.t(`${pays}.form.back`)}</a>
    </section>`,
    foot: texts.t(`${pays}.foot`),
    isTest: false,
    theme: null,
    script: null,
  });
}

/** The page after a form that could not be carried out because the business takes no payments now. */
export function unavailablePage(page: PageContext & { path?: string }): string {
  const texts = new Texts(page.locale, INVOICE_TEXTS);
  return noticePage({ ...page, title: texts.t('unavailable.title'), text: texts.t('unavailable.text') });
}
