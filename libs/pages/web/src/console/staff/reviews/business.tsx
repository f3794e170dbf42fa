import {
  can,
  Card,
  Columns,
  day,
  Facts,
  Fault,
  Head,
  Link,
  nameOf,
  Notice,
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
  Pending,
} from '../../kit';
import type { Answer, Row } from '../../wire';
import { type BusinessDecision, BusinessDialog } from './business-dialog';
import { nextOf, useClaim } from './claims';
import { DocumentPicture } from './picture';
import { ReviewButtons } from './review-buttons';

type Business = Answer<'adminKybShow'>;
type Submission = Business['submissions'][number];

const QUEUE = '/admin/businesses';

/** A business: what it submitted, its certificates, and other accounts of the same registration number. */
export default function BusinessReview() {
  const { id = '' } = useRoute().params;
  return <Loaded key={id} id={id} />;
}

function Loaded({ id }: { id: string }) {
  const { data, fault, reload } = useRead<Business>('admin.php:kyb/show', { user_id: id });
  if (data) return <Review business={data} fault={fault} reload={reload} />;
  return (
    <Pending
      title={t('reviews.business')}
      crumb={{ path: QUEUE, name: t('attention.business_reviews') }}
      fault={fault}
      again={reload}
    />
  );
}

interface Props {
  business: Business;
  fault: Refusal | null;
  reload: () => void;
}

function Review({ business, fault, reload }: Props) {
  const { route } = useLocation();
  const [open, setOpen] = useState<BusinessDecision | null>(null);
  const { user_id: id, submissions, documents } = business;
  const [latest, ...before] = submissions;
  const isPending = latest?.status === 'pending' && can('admin.php:kyb/approve');
  const claim = useClaim('admin.php:kyb/claim', isPending ? { user_id: id } : null, null);
  const next = () => {
    void nextOf<Row<'adminKybQueue'>>('admin.php:kyb/queue', ({ user_id: other }) => other === id)
      .catch(() => undefined)
      .then((found) => {
        if (!found) toast(t('reviews.none'));
        route(to(found ? `${QUEUE}/${found.user_id}` : QUEUE));
      });
  };
  const button = (decision: BusinessDecision) => (
    <button type="button" class="button" onClick={() => setOpen(decision)}>
      {t(`reviews.${decision}`)}
    </button>
  );
  const same = latest?.accounts_of_same_registration ?? [];
  return (
    <>
      <Head
        crumb={{ path: QUEUE, name: t('attention.business_reviews') }}
        title={business.business_name ?? business.usertag}
        beside={<Pill status={latest?.status ?? business.kyb_status} />}
        under={business.usertag}
        actions={
          <>
            {isPending && (
              <ReviewButtons onApprove={() => setOpen('approve')} onReject={() => setOpen('reject')} />
            )}
            {business.kyb_status === 'approved' && can('admin.php:kyb/revoke') && button('revoke')}
            {latest?.status === 'rejected' && latest.final && can('admin.php:kyb/reopen') && button('reopen')}
          </>
        }
      />
      {fault && <Fault fault={fault} again={reload} />}
      {claim.fault && <Fault fault={claim.fault} />}
      {isPending && claim.isOfOther && <Notice>{t('reviews.claimed.text')}</Notice>}
      {same.length > 0 && (
        <Notice kind="bad">
          {t('reviews.same_registration')}{' '}
          {same.map((other) => (
            <span key={other}>
              <Link path={`/admin/people/${other}`}>{other.slice(0, 8)}</Link>{' '}
            </span>
          ))}
        </Notice>
      )}
      <Columns
        main={
          <>
            {latest ? (
              <SubmissionCard of={latest} title={t('reviews.submission')} />
            ) : (
              <Card title={t('reviews.submission')}>
                <p class="soft">{t('reviews.submission.none')}</p>
              </Card>
            )}
            {documents.length === 0 && (
              <Card title={t('document.business_registration')}>
                <p class="soft">{t('reviews.certificate.none')}</p>
              </Card>
            )}
            {documents.slice(0, 1).map(({ document_id: document, pages, status }) => (
              <Card
                key={document}
                title={t('document.business_registration')}
                actions={
                  <span class="row">
                    <Pill status={status} />
                    <Link path={`/admin/identity/${id}/${document}`} class="small">
                      {t('reviews.open')}
                    </Link>
                  </span>
                }
              >
                <DocumentPicture id={document} pages={pages} />
              </Card>
            ))}
            {before.map((submission) => (
              <SubmissionCard
                key={submission.submission_id}
                of={submission}
                title={t('reviews.submission.earlier', { day: day(submission.submitted_at) })}
              />
            ))}
          </>
        }
        side={
          <Card
            title={t('reviews.profile')}
            actions={
              <Link path={`/admin/people/${id}`} class="small">
                {t('reviews.account')}
              </Link>
            }
          >
            <Facts
              of={[
                [t('reviews.business_name'), business.business_name],
                [t('country'), nameOf('region', business.country_code)],
                [t('status'), <Pill status={business.frozen ? 'frozen' : business.kyb_status} />],
              ]}
            />
            {documents.slice(1).map(({ document_id: document, status, uploaded_at: at }) => (
              <p key={document} class="row">
                <Link path={`/admin/identity/${id}/${document}`}>{t('document.business_registration')}</Link>
                <Pill status={status} />
                <span class="soft small">
                  <Time at={at} />
                </span>
              </p>
            ))}
          </Card>
        }
      />
      {open && (
        <BusinessDialog
          decision={open}
          userId={id}
          submissionId={latest?.submission_id}
          onClose={() => setOpen(null)}
          reload={reload}
          onDone={open === 'approve' || open === 'reject' ? next : undefined}
        />
      )}
    </>
  );
}

function SubmissionCard({ of, title }: { of: Submission; title: string }) {
  return (
    <Card title={title} actions={<Pill status={of.status} />}>
      <Facts
        of={[
          [t('reviews.legal_name'), of.legal_name],
          [t('reviews.registration'), of.registration_number],
          [t('reviews.address'), of.address],
          [t('country'), nameOf('region', of.country_code)],
          [t('reviews.submitted'), <Time at={of.submitted_at} />],
          of.decided_at !== null && [t('reviews.decided'), <Time at={of.decided_at} />],
          of.reason !== null && [t('reason'), of.reason],
          of.staff_note !== null && [t('reviews.note'), of.staff_note],
          of.final && [t('reviews.final'), t('reviews.yes')],
        ]}
      />
    </Card>
  );
}
