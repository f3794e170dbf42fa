import type { ActionName } from '../../actions';
import { AreaField, label, SelectField, t, type Values } from '../../kit';
import { DecisionDialog } from '../decision';

const ROLES = ['support', 'finance', 'compliance', 'admin'] as const;

const ACTIONS = {
  freeze: 'admin.php:users/freeze',
  unfreeze: 'admin.php:users/unfreeze',
  'set-freeze-reason': 'admin.php:users/set-freeze-reason',
  'set-role': 'admin.php:users/set-role',
  'reset-2fa': 'admin.php:users/reset-2fa',
  hold: 'admin.php:users/set-legal-hold',
  'end-hold': 'admin.php:users/set-legal-hold',
} as const satisfies Record<string, ActionName>;

export type PersonDecision = keyof typeof ACTIONS;

interface Props {
  decision: PersonDecision;
  userId: string;
  role: string | null;
  onClose: () => void;
  reload: () => void;
}

/** A decision about an account, with the reason that the audit log keeps. */
export function PersonDialog({ decision, userId, role, ...rest }: Props) {
  const body = ({ reason, role: chosen }: Values) => ({
    user_id: userId,
    reason,
    ...(decision === 'set-role' && { role: chosen || null }),
    ...((decision === 'hold' || decision === 'end-hold') && { hold: decision === 'hold' }),
  });
  return (
    <DecisionDialog
      {...rest}
      title={t(`people.${decision}`)}
      text={t(`people.${decision}.text`)}
      submit={t(`people.${decision}`)}
      isDangerous={decision === 'freeze' || decision === 'reset-2fa'}
      action={ACTIONS[decision]}
      body={body}
      done={t('people.done')}
    >
      {decision === 'set-role' && (
        <SelectField
          name="role"
          label={t('people.role')}
          value={role ?? ''}
          of={[
            ['', t('people.role.none')],
            ...ROLES.map((name): [string, string] => [name, label('role', name)]),
          ]}
        />
      )}
      <AreaField name="reason" label={t('reason')} hint={t('people.reason.hint')} maxLength={500} />
    </DecisionDialog>
  );
}
