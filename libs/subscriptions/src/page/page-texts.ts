import type { PageTexts, Texts } from '@app/pages';
import en from './locales/en.json';
import fr from './locales/fr.json';

type SubscriptionText = keyof typeof en;

/** The texts of the page of a subscription. */
export const SUBSCRIPTION_TEXTS: PageTexts<SubscriptionText> = { en, fr };

export type SubscriptionTexts = Texts<SubscriptionText>;
