import {
  call,
  can,
  type Column,
  Empty,
  FormDialog,
  Head,
  label,
  List,
  me,
  Notice,
  type Page,
  Pager,
  Pill,
  PinField,
  SelectField,
  t,
  TextField,
  Time,
  toast,
  useQuery,
  useRead,
  useState,
} from '../../kit';
import type { Row } from '../../wire';
import { Sections } from './sections';

type Member = Row<'teamMembers'>;
type Invitation = Row<'teamInvitations'>;
type Deed = Row<'teamActivity'>;
type Open =
  | { deed: 'invite' }
  | { deed: 'role' | 'remove'; member: Member }
  | { deed: 'revoke'; invitation: Invitation };

const ROLES = ['admin', 'developer', 'finance', 'support'] as const;
const roles = () =>
  ROLES.filter((role) => role !== 'admin' || me.value!.account.role === 'owner').map(
    (role) => [role, label('role', role)] as const,
  );

/** Who works in the account, who is invited, and what was done. */
export default function Team() {
  const { query } = useQuery();
  const members = useRead<Member[]>('members');
  const invitations = useRead<Invitation[]>('invitations');
  const activity = useRead<Page<Deed>>(
    'teamActivity',
    can('teamActivity') ? { page: query.page, per_page: 25 } : null,
  );
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const done = (text: string) => {
    toast(text);
    close();
    members.reload();
    invitations.reload();
    activity.reload();
  };
  return (
    <>
      <Head
        title={t('settings')}
        actions={
          can('invite') && (
            <button type="button" class="button primary" onClick={() => setOpen({ deed: 'invite' })}>
              {t('settings.invite')}
            </button>
          )
        }
      />
      <Sections />
      <h2>{t('settings.members')}</h2>
      <List
        reading={members}
        name={t('settings.members')}
        columns={memberColumns((deed, member) => setOpen({ deed, member }))}
        rows={(found) => found}
        id={({ user_id: id }) => id}
        empty={<Empty title={t('settings.members.none')} />}
      />
      {(invitations.data?.length ?? 0) > 0 && (
        <>
          <h2>{t('settings.invitations')}</h2>
          <List
            reading={invitations}
            name={t('settings.invitations')}
            columns={invitationColumns((invitation) => setOpen({ deed: 'revoke', invitation }))}
            rows={(found) => found}
            id={({ invitation_id: id }) => id}
            empty={null}
          />
        </>
      )}
      {can('teamActivity') && (
        <>
          <h2>{t('settings.activity')}</h2>
          <List
            reading={activity}
            name={t('settings.activity')}
            columns={activityColumns()}
            rows={(page) => page.data}
            id={({ request_id: id, at }) => `${id} ${at}`}
            after={(answer) => <Pager of={answer} />}
            empty={<Empty title={t('settings.activity.none')} />}
          />
        </>
      )}
      {open?.deed === 'invite' && (
        <FormDialog
          title={t('settings.invite')}
          text={t('settings.invite.text')}
          submit={t('settings.invite')}
          onClose={close}
          onSubmit={async ({ email, role, pin }, key) => {
            await call('invite', { body: { email, role, pin }, key });
            done(t('settings.invited'));
          }}
        >
          <TextField name="email" label={t('email')} type="email" isFocused />
          <SelectField name="role" label={t('settings.role')} of={roles()} value="support" />
          <LivePin />
        </FormDialog>
      )}
      {open?.deed === 'role' && (
        <FormDialog
          title={t('settings.role.set')}
          text={open.member.name}
          submit={t('settings.save')}
          onClose={close}
          onSubmit={async ({ role, pin }, key) => {
            await call('setRole', { body: { user_id: open.member.user_id, role, pin }, key });
            done(t('settings.saved'));
          }}
        >
          <SelectField name="role" label={t('settings.role')} of={roles()} value={open.member.role} />
          <LivePin />
        </FormDialog>
      )}
      {open?.deed === 'remove' && (
        <FormDialog
          title={t('settings.remove')}
          text={t('settings.remove.text', { name: open.member.name })}
          submit={t('settings.remove')}
          isDangerous
          onClose={close}
          onSubmit={async ({ pin }, key) => {
            await call('removeMember', { body: { user_id: open.member.user_id, pin }, key });
            done(t('settings.removed'));
          }}
        >
          <LivePin />
        </FormDialog>
      )}
      {open?.deed === 'revoke' && (
        <FormDialog
          title={t('settings.revoke')}
          text={open.invitation.email}
          submit={t('settings.revoke')}
          isDangerous
          onClose={close}
          onSubmit={async (_, key) => {
            await call('revokeInvitation', { body: { invitation_id: open.invitation.invitation_id }, key });
            done(t('settings.revoked'));
          }}
        >
          {null}
        </FormDialog>
      )}
      {!me.value!.user.pin_set && <Notice>{t('error.PIN_NOT_SET')}</Notice>}
    </>
  );
}

/** The account is one in both modes, so that its PIN is asked for in test mode too. */
const LivePin = () => <PinField isAlways />;

const memberColumns = (open: (deed: 'role' | 'remove', member: Member) => void): Column<Member>[] => [
  { name: t('name'), cell: ({ name }) => <strong>{name}</strong>, phone: 'lead' },
  { name: t('settings.role'), cell: ({ role }) => label('role', role), phone: 'side' },
  { name: t('email'), cell: ({ email }) => email, isWide: true, phone: 'under' },
  {
    name: t('settings.factor'),
    cell: ({ two_factor: isOn }) => <Pill status={isOn ? 'active' : 'inactive'} />,
  },
  {
    name: t('settings.actions'),
    cell: (member) =>
      member.role !== 'owner' &&
      member.user_id !== me.value!.user.id && (
        <span class="row">
          {can('setRole') && (
            <button type="button" class="plain" onClick={() => open('role', member)}>
              {t('settings.role.set')}
            </button>
          )}
          {can('removeMember') && (
            <button type="button" class="plain" onClick={() => open('remove', member)}>
              {t('settings.remove')}
            </button>
          )}
        </span>
      ),
    phone: 'end',
  },
];

const invitationColumns = (revoke: (invitation: Invitation) => void): Column<Invitation>[] => [
  { name: t('email'), cell: ({ email }) => email, isWide: true, phone: 'lead' },
  { name: t('settings.role'), cell: ({ role }) => label('role', role), phone: 'side' },
  { name: t('expires'), cell: ({ expires_at: at }) => <Time at={at} />, phone: 'under' },
  {
    name: t('settings.actions'),
    cell: (invitation) =>
      can('revokeInvitation') && (
        <button type="button" class="plain" onClick={() => revoke(invitation)}>
          {t('settings.revoke')}
        </button>
      ),
    phone: 'end',
  },
];

const activityColumns = (): Column<Deed>[] => [
  { name: t('settings.action'), cell: ({ action }) => action, isWide: true, phone: 'lead' },
  { name: t('settings.outcome'), cell: ({ outcome }) => label('status', outcome), phone: 'side' },
  { name: t('name'), cell: ({ name }) => name, phone: 'under' },
  { name: t('created'), cell: ({ at }) => <Time at={at} />, isNumber: true, phone: 'end' },
];
