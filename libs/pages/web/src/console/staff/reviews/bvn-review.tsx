import {
  can,
  Card,
  Facts,
  Fault,
  Head,
  label,
  Link,
  Loading,
  type Page,
  read,
  t,
  TextField,
  Time,
  to,
  toast,
  useLocation,
  useRead,
  useRoute,
  useState,
} from '../../kit';
import type { Answer, Row } from '../../wire';
import { DecisionDialog } from '../decision';
import { ReviewButtons } from './review-buttons';

const QUEUE = '/admin/bvn';

/** The name of an account beside the name of the registry. */
export default function BvnReview() {
  const { id = '' } = useRoute().params;
  return <Review key={id} id={id} />;
}

function Review({ id }: { id: string }) {
  const { route } = useLocation();
  const [open, setOpen] = useState<'approve' | 'reject' | null>(null);
  const { data, fault, reload } = useRead<Answer<'adminKycBvnShow'>>('admin.php:kyc/bvn-show', {
    verification_id: id,
  });
  const next = () => {
    void read<Page<Row<'adminKycBvnQueue'>>>('admin.php:kyc/bvn-queue', { per_page: 2 })
      .then((answer) => answer.data.find((row) => row.verification_id !== id))
      .catch(() => undefined)
      .then((found) => {
        if (!found) toast(t('reviews.none'));
        route(to(found ? `${QUEUE}/${found.verification_id}` : QUEUE));
      });
  };
  return (
    <>
      <Head
        crumb={{ path: QUEUE, name: t('attention.bvn_reviews') }}
        title={data?.account_name ?? t('attention.bvn_reviews')}
        actions={
          data &&
          can('admin.php:kyc/bvn-approve') && (
            <ReviewButtons onApprove={() => setOpen('approve')} onReject={() => setOpen('reject')} />
          )
        }
      />
      {fault && <Fault fault={fault} again={reload} />}
      {!data && !fault && <Loading />}
      {data && (
        <Card
          title={t('reviews.names')}
          actions={
            <Link path={`/admin/people/${data.user_id}`} class="small">
              {t('reviews.account')}
            </Link>
          }
        >
          <Facts
            of={[
              [t('reviews.name.account'), data.account_name],
              [t('reviews.name.registry'), data.registry_name],
              [t('reviews.why'), label('reviews.why', data.why)],
              [t('created'), <Time at={data.started_at} />],
            ]}
          />
        </Card>
      )}
      {open && (
        <DecisionDialog
          title={t(`reviews.${open}`)}
          text={t(`reviews.bvn.${open}.text`)}
          submit={t(`reviews.${open}`)}
          isDangerous={open === 'reject'}
          action={open === 'approve' ? 'admin.php:kyc/bvn-approve' : 'admin.php:kyc/bvn-reject'}
          body={({ reason }) => ({ verification_id: id, reason })}
          done={t(`reviews.${open}.done`)}
          onClose={() => setOpen(null)}
          reload={reload}
          onDone={next}
        >
          <TextField name="reason" label={t('reason')} hint={t('reviews.audited')} />
        </DecisionDialog>
      )}
    </>
  );
}
