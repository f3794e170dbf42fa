import { AreaField, t } from '../../kit';

/** The names of events that an endpoint gets, a line each; all where empty. */
export function EventsField({ events = [] }: { events?: string[] }) {
  return (
    <AreaField
      name="events"
      label={t('webhooks.events')}
      hint={t('webhooks.events.hint')}
      value={events.join('\n')}
      isOptional
    />
  );
}

export function eventsOf(form: FormData): string[] | null {
  const names = (form.get('events') as string).split(/[\s,]+/).filter(Boolean);
  return names.length > 0 ? names : null;
}
