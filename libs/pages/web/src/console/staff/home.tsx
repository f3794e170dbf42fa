import { Card, counted, distance, Empty, Head, label, me, t, Time } from '../kit';

/** What waits for this member of staff, the oldest first. */
export default function StaffHome() {
  const { user, attention } = me.value!;
  const oldest = [...attention].sort((a, b) => Date.parse(a.oldest_at) - Date.parse(b.oldest_at));
  return (
    <>
      <Head title={t('home.title', { name: user.first_name })} under={t('staff.waiting')} />
      {oldest.length === 0 && <Empty icon="check" title={t('staff.none')} />}
      {oldest.map(({ kind, count, oldest_at: at }) => (
        <Card key={kind} title={label('attention', kind)} actions={<Time at={at} />}>
          <p>{counted('attention.count', count, { time: distance(at) })}</p>
        </Card>
      ))}
    </>
  );
}
