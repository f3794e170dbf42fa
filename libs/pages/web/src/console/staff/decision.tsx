import type { ComponentChildren } from 'preact';
import type { ActionName } from '../actions';
import { call, Dialog, FormDialog, Link, Notice, Refusal, t, toast, useState, type Values } from '../kit';

export interface DecisionProps {
  title: string;
  text?: ComponentChildren;
  submit: string;
  isDangerous?: boolean;
  children?: ComponentChildren;
  action: ActionName;
  body: (values: Values) => object;
  /** What is said when it is done. */
  done: string;
  onClose: () => void;
  /** Reads the object again: also where the decision is held, or refused, as the object may have changed. */
  reload: () => void;
  /** In the place of `reload` when it is done. */
  onDone?: () => void;
  onInput?: (values: Values) => void;
  isWide?: boolean;
}

interface Held {
  status?: string;
  approval_id?: string;
}

/** A decision of staff. One that is held says that it waits for a second person, with a link to it. */
export function DecisionDialog({
  action,
  body,
  done,
  onClose,
  reload,
  onDone,
  children,
  ...dialog
}: DecisionProps) {
  const [held, setHeld] = useState<string | null>(null);
  if (held !== null) {
    return (
      <Dialog title={dialog.title} onClose={onClose}>
        <Notice>{t('staff.held')}</Notice>
        <div class="form-end">
          <button type="button" class="button" onClick={onClose}>
            {t('close')}
          </button>
          <Link path={`/admin/approvals/${held}`} class="button primary">
            {t('staff.held.open')}
          </Link>
        </div>
      </Dialog>
    );
  }
  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      onSubmit={async (values, key) => {
        try {
          const { status, approval_id: id } = await call<Held>(action, { body: body(values), key });
          if (status === 'awaiting_approval' && id) {
            setHeld(id);
            return reload();
          }
          toast(done);
          onClose();
          (onDone ?? reload)();
        } catch (error) {
          // What is wrong with a field says nothing new of the object.
          if (error instanceof Refusal && error.errors.length === 0) reload();
          throw error;
        }
      }}
    >
      {children}
    </FormDialog>
  );
}
