import type { PageTexts, Texts } from '@app/pages';
import en from './locales/en.json';
import fr from './locales/fr.json';

type RefundText = keyof typeof en;

/** The texts of the page on which a payer names an account. */
export const REFUND_TEXTS: PageTexts<RefundText> = { en, fr };

export type RefundTexts = Texts<RefundText>;
