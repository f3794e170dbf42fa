import {
  can,
  Card,
  Columns,
  day,
  Empty,
  Fault,
  Head,
  label,
  Link,
  Loading,
  Notice,
  type Page,
  Pill,
  type Refusal,
  t,
  Time,
  to,
  toast,
  useLocation,
  useRead,
  useRoute,
  useState,
} from '../../kit';
import { nextOf, useClaim } from './claims';
import { type DocumentDecision, IdentityDialog } from './identity-dialog';
import { DocumentFacts, PersonFacts } from './identity-facts';
import { DocumentPicture } from './picture';
import { pathOf, type Review } from './review';
import { ReviewButtons } from './review-buttons';

const QUEUE = '/admin/identity';

/** A document for identity: its picture beside the profile of its owner and the documents before it. */
export default function IdentityDocument() {
  const { user = '', id = '' } = useRoute().params;
  return <Loaded key={id} userId={user} id={id} />;
}

function Loaded({ userId, id }: { userId: string; id: string }) {
  const fields = { user_id: userId, status: 'all', per_page: 100 };
  const { data, fault, reload } = useRead<Page<Review>>('admin.php:kyc/queue', fields);
  const review = data?.data.find(({ document_id: own }) => own === id);
  if (review) return <Document review={review} all={data!.data} fault={fault} reload={reload} />;
  return (
    <>
      <Head title={t('reviews.document')} crumb={{ path: QUEUE, name: t('attention.identity_reviews') }} />
      {fault && <Fault fault={fault} again={reload} />}
      {!data && !fault && <Loading lines={8} />}
      {data && <Empty icon="search" title={t('missing.title')} />}
    </>
  );
}

interface Props {
  review: Review;
  /** The documents of the same person. */
  all: Review[];
  fault: Refusal | null;
  reload: () => void;
}

function Document({ review, all, fault, reload }: Props) {
  const { route } = useLocation();
  const [open, setOpen] = useState<DocumentDecision | null>(null);
  const { document_id: id, status, claimed_by: by } = review;
  const isPending = status === 'pending' && can('admin.php:kyc/approve');
  const claim = useClaim('admin.php:kyc/claim', isPending ? { document_id: id } : null, by);
  const next = () => {
    void nextOf<Review>('admin.php:kyc/queue', ({ document_id: other }) => other === id)
      .catch(() => undefined)
      .then((found) => {
        if (!found) toast(t('reviews.none'));
        route(to(found ? pathOf(found) : QUEUE));
      });
  };
  const button = (decision: DocumentDecision) => (
    <button type="button" class="button" onClick={() => setOpen(decision)}>
      {t(`reviews.${decision}`)}
    </button>
  );
  return (
    <>
      <Head
        crumb={{ path: QUEUE, name: t('attention.identity_reviews') }}
        title={label('document', review.doc_type)}
        beside={<Pill status={status} />}
        under={`${review.user.name} · ${review.user.usertag}`}
        actions={
          <>
            {isPending && (
              <ReviewButtons onApprove={() => setOpen('approve')} onReject={() => setOpen('reject')} />
            )}
            {status === 'approved' && can('admin.php:kyc/revoke') && button('revoke')}
            {status === 'rejected' && review.final && can('admin.php:kyc/reopen') && button('reopen')}
          </>
        }
      />
      {fault && <Fault fault={fault} again={reload} />}
      {claim.fault && <Fault fault={claim.fault} />}
      {isPending && claim.isOfOther && (
        <Notice
          action={
            <button type="button" class="button" onClick={claim.take}>
              {t('reviews.take')}
            </button>
          }
        >
          {t('reviews.claimed.text')}
        </Notice>
      )}
      {review.flags.map((flag) => (
        <Notice key={flag} kind="bad">
          {label('reviews.flag.text', flag)}
        </Notice>
      ))}
      <Columns
        main={
          <Card title={t('reviews.picture')}>
            {review.erased_at ? (
              <p class="soft">{t('reviews.erased', { day: day(review.erased_at) })}</p>
            ) : (
              <DocumentPicture id={id} pages={review.pages} />
            )}
          </Card>
        }
        side={
          <>
            <PersonFacts userId={review.user.id} level={review.user.level} />
            <DocumentFacts review={review} />
            <Earlier of={all.filter(({ document_id: other }) => other !== id)} />
          </>
        }
      />
      {open && (
        <IdentityDialog
          decision={open}
          review={review}
          onClose={() => setOpen(null)}
          reload={reload}
          onDone={open === 'approve' || open === 'reject' ? next : undefined}
        />
      )}
    </>
  );
}

function Earlier({ of }: { of: Review[] }) {
  return (
    <Card title={t('reviews.earlier')}>
      {of.length === 0 && <p class="soft">{t('reviews.earlier.none')}</p>}
      {[...of].reverse().map((review) => (
        <p key={review.document_id} class="row">
          <Link path={pathOf(review)}>{label('document', review.doc_type)}</Link>
          <Pill status={review.status} />
          <span class="soft small">
            <Time at={review.uploaded_at} />
          </span>
          {review.reject_reason && <span class="soft small break">{review.reject_reason}</span>}
        </p>
      ))}
    </Card>
  );
}
