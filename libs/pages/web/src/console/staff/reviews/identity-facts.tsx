import {
  can,
  Card,
  day,
  download,
  Facts,
  Fault,
  FormDialog,
  label,
  Link,
  Loading,
  nameOf,
  Pill,
  t,
  TextField,
  Time,
  useRead,
  useState,
} from '../../kit';
import type { Answer } from '../../wire';
import type { Review } from './review';

/** The profile of the owner, with which the picture is compared. */
export function PersonFacts({ userId, level }: { userId: string; level: number }) {
  const { data, fault, reload } = useRead<Answer<'adminUsersShow'>>('admin.php:users/show', {
    user_id: userId,
  });
  const user = data?.user;
  return (
    <Card
      title={t('reviews.profile')}
      actions={
        <Link path={`/admin/people/${userId}`} class="small">
          {t('reviews.account')}
        </Link>
      }
    >
      {fault && <Fault fault={fault} again={reload} />}
      {!user && !fault && <Loading />}
      {user && (
        <Facts
          of={[
            [t('first_name'), user.first_name],
            [t('last_name'), user.last_name],
            user.business_name !== null && [t('reviews.business_name'), user.business_name],
            [t('country'), nameOf('region', user.country_code)],
            [t('reviews.level'), String(level)],
            [t('email'), user.email],
            data!.frozen !== null && [t('status'), <Pill status="frozen" />],
          ]}
        />
      )}
    </Card>
  );
}

export function DocumentFacts({ review }: { review: Review }) {
  const [isOpen, setOpen] = useState(false);
  const { document_id: id, expires_on: lastDay } = review;
  return (
    <Card title={t('reviews.document')}>
      <Facts
        of={[
          [t('reviews.uploaded'), <Time at={review.uploaded_at} />],
          [t('reviews.tier'), String(review.tier)],
          review.reviewed_at !== null && [t('reviews.decided'), <Time at={review.reviewed_at} />],
          lastDay !== null && [t('reviews.expires'), day(lastDay)],
          review.reject_reason !== null && [t('reason'), review.reject_reason],
          review.staff_note !== null && [t('reviews.note'), review.staff_note],
          review.final && [t('reviews.final'), t('reviews.yes')],
        ]}
      />
      {review.has_original && !review.erased_at && can('admin.php:kyc/document') && (
        <button type="button" class="button" onClick={() => setOpen(true)}>
          {t('reviews.original')}
        </button>
      )}
      {isOpen && (
        <FormDialog
          title={t('reviews.original')}
          text={t('reviews.original.text')}
          submit={t('reviews.original')}
          onClose={() => setOpen(false)}
          onSubmit={async ({ reason }) => {
            const name = `${label('document', review.doc_type)}.pdf`;
            await download('admin.php:kyc/document', { document_id: id, original: true, reason }, name);
            setOpen(false);
          }}
        >
          <TextField name="reason" label={t('reason')} hint={t('reviews.audited')} />
        </FormDialog>
      )}
    </Card>
  );
}
