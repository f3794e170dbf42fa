import { can, Card, Fault, label, Link, type Page, Pill, t, Time, useRead } from '../../kit';
import { pathOf, type Review } from '../reviews/review';

/** The documents that a person uploaded, the newest first. */
export function PersonDocuments({ userId }: { userId: string }) {
  const fields = { user_id: userId, status: 'all', per_page: 100 };
  const { data, fault, reload } = useRead<Page<Review>>('admin.php:kyc/queue', fields);
  const documents = [...(data?.data ?? [])].reverse();
  return (
    <Card title={t('attention.identity_reviews')}>
      {fault && <Fault fault={fault} again={reload} />}
      {data && documents.length === 0 && <p class="soft">{t('people.documents.none')}</p>}
      {documents.map((review) => {
        const name = label('document', review.doc_type);
        return (
          <p key={review.document_id} class="row">
            {can('admin.php:kyc/document') ? <Link path={pathOf(review)}>{name}</Link> : name}
            <Pill status={review.status} />
            <span class="soft small">
              <Time at={review.uploaded_at} />
            </span>
            {review.reject_reason && <span class="soft small break">{review.reject_reason}</span>}
          </p>
        );
      })}
    </Card>
  );
}
