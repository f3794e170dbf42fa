import {
  can,
  Card,
  Columns,
  distance,
  Facts,
  Fault,
  Head,
  Id,
  label,
  Link,
  me,
  nameOf,
  Notice,
  Pill,
  t,
  Time,
  useRead,
  useRoute,
  useState,
  Pending,
} from '../../kit';
import type { Answer } from '../../wire';
import { AuditCard } from '../audit/audit-table';
import { type PersonDecision, PersonDialog } from './person-dialog';
import { PersonDocuments } from './person-documents';

type File = Answer<'adminUsersShow'>;

const CRUMB = '/admin/people';

/** One account: profile, freeze, role, second factor, and what staff did to it. */
export default function Person() {
  const { id = '' } = useRoute().params;
  return <Loaded key={id} id={id} />;
}

function Loaded({ id }: { id: string }) {
  const { data, fault, reload } = useRead<File>('admin.php:users/show', { user_id: id });
  const [open, setOpen] = useState<PersonDecision | null>(null);
  const [turn, setTurn] = useState(0);
  const crumb = { path: CRUMB, name: t('people') };
  if (!data) {
    return <Pending title={t('people.account')} crumb={crumb} fault={fault} again={reload} />;
  }
  const { user, frozen } = data;
  const isOwn = id === me.value!.user.id;
  const name = user.business_name ?? `${user.first_name} ${user.last_name}`;
  const button = (decision: PersonDecision, isOffered: boolean) =>
    isOffered &&
    !isOwn && (
      <button type="button" class="button" onClick={() => setOpen(decision)}>
        {t(`people.${decision}`)}
      </button>
    );
  return (
    <>
      <Head
        crumb={crumb}
        title={name}
        beside={<Pill status={frozen ? 'frozen' : 'active'} />}
        under={user.email}
        actions={
          <>
            {button('freeze', !frozen && can('admin.php:users/freeze'))}
            {button('unfreeze', frozen !== null && can('admin.php:users/unfreeze'))}
          </>
        }
      />
      {fault && <Fault fault={fault} again={reload} />}
      {frozen && (
        <Notice kind="bad" action={button('set-freeze-reason', can('admin.php:users/set-freeze-reason'))}>
          {t('people.frozen', {
            time: distance(frozen.at),
            by: frozen.by?.email ?? t('people.owner'),
          })}{' '}
          {frozen.reason}
        </Notice>
      )}
      <Columns
        main={
          <>
            {can('admin.php:audit/list') && <AuditCard key={turn} subject={id} />}
            {can('admin.php:kyc/queue') && <PersonDocuments userId={id} />}
          </>
        }
        side={
          <>
            <Profile user={user} />
            <Card title={t('people.access')}>
              <Facts
                of={[
                  [
                    t('people.role'),
                    data.staff_role ? label('role', data.staff_role) : t('people.role.none'),
                  ],
                  data.invited_as !== null && [t('people.invited'), label('role', data.invited_as)],
                  [t('people.factor'), t(user.two_factor_enabled ? 'people.on' : 'people.off')],
                  [t('people.sessions'), String(data.open_sessions)],
                  data.last_used_at !== null && [t('people.seen'), <Time at={data.last_used_at} />],
                  [t('people.apps'), t('people.apps.text', data.apps)],
                  [t('people.hold'), t(data.legal_hold ? 'people.on' : 'people.off')],
                ]}
              />
              <span class="row">
                {button('set-role', can('admin.php:users/set-role'))}
                {button('reset-2fa', user.two_factor_enabled && can('admin.php:users/reset-2fa'))}
                {button(data.legal_hold ? 'end-hold' : 'hold', can('admin.php:users/set-legal-hold'))}
              </span>
            </Card>
          </>
        }
      />
      {open && (
        <PersonDialog
          decision={open}
          userId={id}
          role={data.staff_role}
          onClose={() => setOpen(null)}
          reload={() => {
            reload();
            setTurn(turn + 1);
          }}
        />
      )}
    </>
  );
}

function Profile({ user }: { user: File['user'] }) {
  const isBusiness = user.account_type === 'business';
  const proved = (isProved: boolean) => t(isProved ? 'people.proved' : 'people.unproved');
  return (
    <Card title={t('people.profile')}>
      <Facts
        of={[
          [t('name'), `${user.first_name} ${user.last_name}`],
          [t('people.kind'), label('people.kind', user.account_type)],
          [t('people.tag'), user.usertag],
          [
            t('email'),
            <>
              {user.email} <span class="soft">{proved(user.email_verified)}</span>
            </>,
          ],
          user.phone !== null && [
            t('people.phone'),
            <>
              {user.phone} <span class="soft">{proved(user.phone_verified)}</span>
            </>,
          ],
          [t('country'), nameOf('region', user.country_code)],
          [t('people.level'), String(user.kyc_level)],
          isBusiness && [
            t('people.kyb'),
            can('admin.php:kyb/show') ? (
              <Link path={`/admin/businesses/${user.id}`}>
                <Pill status={user.kyb_status} />
              </Link>
            ) : (
              <Pill status={user.kyb_status} />
            ),
          ],
        ]}
      />
      <p>
        <Id id={user.id} />
      </p>
    </Card>
  );
}
