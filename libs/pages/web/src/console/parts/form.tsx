import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks';
import { newKey } from '../api';
import { Refusal } from '../refusal';
import { t } from '../texts';
import { faultOf, refreshAll } from '../use-read';
import { Fault, messageOf } from './states';
import { leaving } from './unsaved';

const Errors = createContext<Map<string, string>>(new Map());

export type Values = Record<string, string>;

interface FormProps {
  children: ComponentChildren;
  submit: string;
  /** Of a deed that cannot be undone. */
  isDangerous?: boolean;
  /** The key stays the same as long as the fields do, so that a lost answer is repeated without a second effect. */
  onSubmit: (values: Values, key: string, form: FormData) => Promise<void>;
  onInput?: (values: Values) => void;
  onCancel?: () => void;
  /** Fills the width of its card: the sign-in form. */
  isWide?: boolean;
  /** Further buttons, before the one that submits. */
  beside?: ComponentChildren;
}

/** The text fields of a form. Files are in its FormData. */
export const valuesOf = (form: FormData): Values =>
  Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

/** A form whose refusals stand beside their fields; the first of them takes the focus. */
export function Form({
  children,
  submit,
  isDangerous,
  onSubmit,
  onInput,
  onCancel,
  isWide,
  beside,
}: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [fault, setFault] = useState<Refusal | null>(null);
  const [isSending, setSending] = useState(false);
  const sent = useRef({ fields: '', key: '' });
  const own = useRef({}).current;
  const errors = new Map(fieldErrors(fault));
  useEffect(() => () => leaving.keep(own, false), [own]);
  useEffect(() => {
    if (fault) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [fault]);
  const send = async () => {
    const data = new FormData(form.current!);
    const values = valuesOf(data);
    const files = [...data.values()].filter((value) => value instanceof File);
    const fields = JSON.stringify([
      values,
      files.map(({ name, size, lastModified }) => [name, size, lastModified]),
    ]);
    if (sent.current.fields !== fields) sent.current = { fields, key: newKey() };
    setSending(true);
    setFault(null);
    try {
      leaving.keep(own, false);
      await onSubmit(values, sent.current.key, data);
    } catch (error) {
      leaving.keep(own, true);
      const refusal = faultOf(error);
      // What is shown below the form has changed meanwhile.
      if (refusal.status === 409) refreshAll();
      setFault(refusal);
    } finally {
      setSending(false);
    }
  };
  const names = new Set(
    [...(form.current?.elements ?? [])].map((element) => element.getAttribute('name') ?? ''),
  );
  const isBeside = fault !== null && errors.size > 0 && [...errors.keys()].every((name) => names.has(name));
  return (
    <form
      ref={form}
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) void send();
      }}
      onInput={() => {
        leaving.keep(own, true);
        onInput?.(valuesOf(new FormData(form.current!)));
      }}
    >
      {fault && !isBeside && <Fault fault={fault} />}
      <Errors.Provider value={errors}>{children}</Errors.Provider>
      <div class={isWide ? 'form-end full' : 'form-end'}>
        {onCancel && (
          <button type="button" class="button" onClick={onCancel}>
            {t('cancel')}
          </button>
        )}
        {beside}
        <button
          type="submit"
          class={isDangerous ? 'button danger' : 'button primary'}
          aria-disabled={isSending}
        >
          {isSending ? t('busy') : submit}
        </button>
      </div>
    </form>
  );
}

function fieldErrors(fault: Refusal | null): [string, string][] {
  if (!fault) return [];
  if (fault.code === 'INVALID_PIN') {
    const left = fault.answer.tries_left;
    return [['pin', typeof left === 'number' ? t('pin.wrong', { left }) : messageOf(fault)]];
  }
  return fault.errors.map(({ field, message }) => [field, message]);
}

export interface FieldProps {
  name: string;
  label: string;
  hint?: string;
  isOptional?: boolean;
  /** Of two fields in one line. */
  isHalf?: boolean;
}

/** The ids and the error of a field, and its frame. */
export function useField({ name, label, hint, isOptional, isHalf }: FieldProps) {
  const id = useId();
  const error = useContext(Errors).get(name);
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  const control = {
    id,
    name,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': described || undefined,
  };
  const frame = (content: ComponentChildren) => (
    <div class={isHalf ? 'field half' : 'field'}>
      <label for={id}>
        {label} {isOptional && <span class="soft">({t('optional')})</span>}
      </label>
      {content}
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} class="field-error">
          {error}
        </p>
      )}
    </div>
  );
  return { control, frame };
}

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'password' | 'tel' | 'url' | 'date' | 'month' | 'color' | 'datetime-local';
  value?: string;
  autocomplete?: string;
  inputmode?: 'decimal' | 'numeric';
  placeholder?: string;
  maxLength?: number;
  isFocused?: boolean;
}

export function TextField(props: TextFieldProps) {
  const { control, frame } = useField(props);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => void (props.isFocused && input.current!.focus()), [props.isFocused]);
  return frame(
    <input
      {...control}
      ref={input}
      // The types of inputs are one for each kind; what is used here all of them have.
      type={(props.type ?? 'text') as 'text'}
      defaultValue={props.value}
      autocomplete={props.autocomplete ?? 'off'}
      inputmode={props.inputmode}
      placeholder={props.placeholder}
      maxLength={props.maxLength}
    />,
  );
}
