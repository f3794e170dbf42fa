import { type ComponentChildren, type RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { caretAfter, type Check, digitsOf, type Fault } from './card';
import { Icon } from './icons';
import { isBusy, newKey, problem } from './session';
import { t } from './texts';

export interface FieldState {
  input: RefObject<HTMLInputElement | null>;
  fault: Fault;
  value(): string;
  clear(): void;
  /** Sets the value as if it had been typed. */
  fill(text: string): void;
  /** Focuses the field, if it is still on the page. */
  focus(): void;
  /** Shows the error of the value; true where it is valid. */
  check(): boolean;
  onInput(): void;
  onBlur(): void;
}

/**
 * A field that formats its input. Its error appears when the field is left or the form is sent, and disappears with
 * the correction. The browser holds the value, so that values it fills in are used too.
 */
export function useField(check: Check, format?: (text: string) => string): FieldState {
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<Fault>(null);
  const value = () => input.current!.value;
  return {
    input,
    fault,
    value,
    clear: () => {
      if (input.current) input.current.value = '';
      setFault(null);
    },
    fill: (text) => {
      input.current!.value = format ? format(text) : text;
    },
    focus: () => input.current?.focus(),
    check: () => {
      const found = check(value());
      setFault(found);
      return found === null;
    },
    onInput: () => {
      if (format) rewrite(input.current!, format);
      if (fault !== null) setFault(check(value()));
    },
    // A removed field also loses the focus.
    onBlur: () => input.current && value() !== '' && setFault(check(value())),
  };
}

function rewrite(input: HTMLInputElement, format: (text: string) => string): void {
  const formatted = format(input.value);
  if (formatted === input.value) return;
  const at = input.selectionStart ?? input.value.length;
  const atEnd = at === input.value.length;
  const before = digitsOf(input.value.slice(0, at)).length;
  input.value = formatted;
  if (document.activeElement !== input) return;
  const caret = atEnd ? formatted.length : caretAfter(formatted, before);
  input.setSelectionRange(caret, caret);
}

interface FieldProps {
  id: string;
  label: string;
  field: FieldState;
  autocomplete: string;
  type?: 'text' | 'password' | 'email' | 'tel';
  inputmode?: 'numeric' | 'text' | 'email' | 'tel';
  placeholder?: string;
  className?: string;
  children?: ComponentChildren;
  onInput?: () => void;
}

export function Field({ id, label, field, autocomplete, children, onInput, className, ...rest }: FieldProps) {
  const { type = 'text', inputmode = 'numeric', placeholder } = rest;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="control">
        <input
          ref={field.input}
          id={id}
          class={className}
          // Preact has a type for each kind of input.
          type={type as 'text'}
          inputMode={inputmode}
          autoComplete={autocomplete}
          placeholder={placeholder}
          spellcheck={false}
          autoCapitalize="none"
          aria-invalid={field.fault !== null}
          aria-describedby={field.fault === null ? undefined : `${id}-error`}
          onInput={() => {
            field.onInput();
            onInput?.();
          }}
          onBlur={field.onBlur}
        />
        {children}
      </div>
      <span class="error" id={`${id}-error`} hidden={field.fault === null}>
        {field.fault !== null && t(field.fault)}
      </span>
    </div>
  );
}

interface ChoiceProps {
  id: string;
  label: string;
  options: readonly (readonly [code: string, name: string])[];
  value: string;
  onChange(code: string): void;
}

export function Choice({ id, label, options, value, onChange }: ChoiceProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

interface FormProps {
  id: string;
  fields: FieldState[];
  label: string;
  busyLabel: string;
  /** Whether its button moves money. */
  isPayment?: boolean;
  autocomplete?: 'on' | 'off';
  /** Sends the form. The key stays the same when a lost request is sent again. */
  send(key: string): Promise<void>;
  /** The message for a lost connection. */
  lost?: string;
  children?: ComponentChildren;
}

/** Checks its fields and sends one request at a time. Its fields have no names, so that no address ever contains them. */
export function Form({
  id,
  fields,
  label,
  busyLabel,
  isPayment = false,
  autocomplete = 'off',
  send,
  lost,
  children,
}: FormProps) {
  const [isSending, setSending] = useState(false);
  const key = useRef(newKey());
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isSending || isBusy.value) return;
    const wrong = fields.filter((field) => !field.check());
    if (wrong.length > 0) return wrong[0]!.input.current!.focus();
    problem.value = '';
    isBusy.value = true;
    setSending(true);
    try {
      await send(key.current);
      key.current = newKey();
    } catch {
      problem.value = lost ?? t('problem.connection');
    }
    isBusy.value = false;
    setSending(false);
  };
  return (
    <form
      id={id}
      noValidate
      autocomplete={autocomplete}
      aria-busy={isSending}
      onSubmit={(event) => void submit(event)}
      onInput={() => (key.current = newKey())}
    >
      {children}
      <button
        class="button"
        type="submit"
        aria-disabled={isSending}
        // Without this the field loses the focus and shows its error, which moves the button before the click.
        onMouseDown={(event) => event.preventDefault()}
      >
        {isSending ? <span class="spinner" aria-hidden="true" /> : isPayment && <Icon name="lock" />}
        <span>{isSending ? busyLabel : label}</span>
      </button>
    </form>
  );
}

/** The heading of the current step. It takes the focus when it replaces another, so that screen readers read it. */
export function Heading({ children }: { children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // In a layout effect, because a later one could take the focus from a field that the buyer has entered.
  useLayoutEffect(() => {
    if (!isFirst) heading.current!.focus();
    isFirst = false;
  }, []);
  return (
    <h1 id="title" ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
let isFirst = true;

/** The current error. The element always exists, so that screen readers read its changes; it takes the focus then. */
export function Problem() {
  const notice = useRef<HTMLParagraphElement>(null);
  const text = problem.value;
  // In a layout effect for the same reason as the heading.
  useLayoutEffect(() => {
    if (text !== '') notice.current!.focus();
  }, [text]);
  return (
    <p class="notice bad" id="problem" role="alert" tabIndex={-1} ref={notice} hidden={text === ''}>
      {text}
    </p>
  );
}
