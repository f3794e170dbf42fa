import type { Language } from '@app/accounts';
import en from './en.json';
import fr from './fr.json';

export type Texts = typeof en;
export type TemplateType = keyof Texts['templates'];
export type TermName = keyof Texts['terms'];
export type LabelName = keyof Texts['labels'];
/** Names of the texts that can make up the body of a notification of this type. */
export type BodyText<T extends TemplateType> = Exclude<keyof Texts['templates'][T] & string, 'title'>;

const LOCALES = { en, fr } satisfies Record<Language, Texts>;

export function textsIn(language: Language): Texts {
  return LOCALES[language];
}

/** Fills the `{placeholders}` of a text; one without a value becomes empty. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
