import type { Language } from '@app/accounts';
import en from '../src/locales/en.json';
import fr from '../src/locales/fr.json';
import { formatFacts } from '../src/templates/facts';
import { TEMPLATES, templatesOf } from '../src/templates/template-registry';
import { fakeTransaction } from './fake-transaction';
import { SAMPLE_EVENTS } from './sample-events';

type TextGroups = Record<string, Record<string, string>>;
const LOCALES: Record<Language, TextGroups> = { en: en.templates, fr: fr.templates };
const tx = fakeTransaction('en');

const placeholdersOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
const namesOf = (groups: TextGroups) =>
  Object.entries(groups).flatMap(([group, texts]) => Object.keys(texts).map((name) => `${group} ${name}`));

interface Usage {
  texts: Set<string>;
  labels: Set<string>;
  facts: Map<string, Set<string>>;
}

/** The texts, labels and facts that the sample events use, in the inbox and in mails. */
async function usage(): Promise<Usage> {
  const used: Usage = { texts: new Set(), labels: new Set(), facts: new Map() };
  for (const { event } of SAMPLE_EVENTS) {
    for (const template of templatesOf(event)) {
      if ((await template.addressees(event, tx)).length === 0) continue;
      const facts = await template.facts(event, tx);
      used.facts.set(template.type, new Set(Object.keys(facts)));
      used.texts.add(`${template.type} title`);
      const channels = [...(template.inbox ? ['inbox'] : []), ...(template.mail === 'none' ? [] : ['mail'])];
      for (const channel of channels as ('inbox' | 'mail')[]) {
        const formatted = formatFacts(facts, 'en', channel);
        for (const name of template.body?.(formatted) ?? ['body']) used.texts.add(`${template.type} ${name}`);
        for (const [label, value] of template.rows?.(formatted) ?? []) if (value) used.labels.add(label);
      }
    }
  }
  return used;
}

describe('Texts of notification templates', () => {
  let used: Usage;
  beforeAll(async () => {
    used = await usage();
  });

  it('exist for each template and for nothing else', () => {
    expect(Object.keys(en.templates).sort()).toEqual(TEMPLATES.map(({ type }) => type).sort());
  });

  it('have the same names in each language', () => {
    expect(namesOf(LOCALES.fr)).toEqual(namesOf(LOCALES.en));
    expect(namesOf({ labels: fr.labels, mail: fr.mail })).toEqual(
      namesOf({ labels: en.labels, mail: en.mail }),
    );
  });

  it('are all used by a sample event', () => {
    expect([...used.texts].sort()).toEqual(namesOf(LOCALES.en).sort());
    expect([...used.labels].sort()).toEqual(Object.keys(en.labels).sort());
  });

  it.each(TEMPLATES.map(({ type }) => type))('%s: has a fact for each placeholder', (type) => {
    for (const [name, text] of Object.entries(LOCALES.en[type]!)) {
      const placeholders = placeholdersOf(text);
      const unknown = placeholders.filter((placeholder) => !used.facts.get(type)!.has(placeholder));
      expect({ name, unknown }).toEqual({ name, unknown: [] });
      const translated = new Set(placeholdersOf(LOCALES.fr[type]![name]!));
      expect({ name, placeholders: translated }).toEqual({ name, placeholders: new Set(placeholders) });
    }
  });
});
