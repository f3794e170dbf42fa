import type { PageTexts } from './locales';
import en from './locales/pay/en.json';
import fr from './locales/pay/fr.json';

export type PayText = keyof typeof en;

/** The texts of the payment page, which the server and the script of the page (web/src/pay) share. */
export const PAY_TEXTS: PageTexts<PayText> = { en, fr };
