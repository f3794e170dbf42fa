import { call } from './api';
import { KeysDialog } from './keys-dialog';
import { SignInForm } from './sign-in';
import { Dialog, FormDialog } from './parts/dialog';
import { TextField } from './parts/form';
import { proof } from './proof';
import { Refusal } from './refusal';
import { isSignedOut } from './session';
import { t } from './texts';

interface Props {
  /** Whether the reader asks for the keys. */
  isHelp: boolean;
  onHelpClose: () => void;
}

/** What opens over any screen. */
export default function Dialogs({ isHelp, onHelpClose }: Props) {
  return (
    <>
      <ProofDialog />
      <SignedOutDialog />
      {isHelp && <KeysDialog onClose={onHelpClose} />}
    </>
  );
}

/** Asks for the code of the authenticator app that an action needs, and lets the action go on. */
function ProofDialog() {
  const waiting = proof.value;
  if (!waiting) return null;
  return (
    <FormDialog
      title={t('proof.title')}
      text={t('proof.text')}
      submit={t('confirm')}
      onClose={() => waiting.reject(new Refusal(null))}
      onSubmit={async ({ code }) => {
        await call('stepUp', { body: { code } });
        waiting.resolve();
      }}
    >
      <TextField name="code" label={t('code')} inputmode="numeric" autocomplete="one-time-code" isFocused />
    </FormDialog>
  );
}

/** Over the page, whose fields stay: after the sign-in of the same person it goes on. */
function SignedOutDialog() {
  if (!isSignedOut.value) return null;
  return (
    <Dialog title={t('signedout.title')} text={t('signedout.text')} onClose={() => undefined} isFixed>
      <SignInForm />
    </Dialog>
  );
}
