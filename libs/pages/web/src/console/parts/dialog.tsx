import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../texts';
import { Form, type Values } from './form';
import { Icon } from './icons';
import { leaving } from './unsaved';

interface DialogProps {
  title: string;
  text?: ComponentChildren;
  children?: ComponentChildren;
  onClose: () => void;
  isWide?: boolean;
  /** Stays until it is answered. */
  isFixed?: boolean;
}

/** A dialog over the page. The browser keeps the focus inside and gives it back. */
export function Dialog({ title, text, children, onClose, isWide, isFixed }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the effects of the fields, one of which may take the focus: nothing can take it in a closed dialog.
  useLayoutEffect(() => {
    const own = dialog.current!;
    own.showModal();
    own.querySelector<HTMLElement>('input, select, textarea, [type=submit]')?.focus();
    return () => own.close();
  }, []);
  const close = () => {
    if (!isFixed && leaving.isAllowed()) onClose();
  };
  return (
    <dialog
      ref={dialog}
      class={isWide ? 'dialog wide-dialog' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        {!isFixed && (
          <button type="button" class="bare" onClick={close} aria-label={t('close')}>
            <Icon name="close" />
          </button>
        )}
      </div>
      {text && <div class="dialog-text soft">{text}</div>}
      {children}
    </dialog>
  );
}

interface FormDialogProps extends DialogProps {
  submit: string;
  isDangerous?: boolean;
  onSubmit: (values: Values, key: string, form: FormData) => Promise<void>;
  onInput?: (values: Values) => void;
}

/** A dialog that sends one form. */
export function FormDialog({ submit, isDangerous, onSubmit, onInput, children, ...dialog }: FormDialogProps) {
  const cancel = () => leaving.isAllowed() && dialog.onClose();
  return (
    <Dialog {...dialog}>
      <Form submit={submit} isDangerous={isDangerous} onSubmit={onSubmit} onInput={onInput} onCancel={cancel}>
        {children}
      </Form>
    </Dialog>
  );
}
