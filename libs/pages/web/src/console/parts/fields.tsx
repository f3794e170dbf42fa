import { useId, useRef } from 'preact/hooks';
import { mode } from '../mode';
import { t } from '../texts';
import { type FieldProps, TextField, useField } from './form';

interface SelectProps extends FieldProps {
  of: readonly (readonly [value: string, text: string])[];
  value?: string;
  onChange?: (value: string) => void;
}

export function SelectField(props: SelectProps) {
  const { control, frame } = useField(props);
  // Read once: a later render must not reset what the reader has selected.
  const first = useRef(props.value).current;
  return frame(
    <select {...control} onChange={(event) => props.onChange?.(event.currentTarget.value)}>
      {props.of.map(([value, text]) => (
        <option key={value} value={value} selected={value === first}>
          {text}
        </option>
      ))}
    </select>,
  );
}

/** The transaction PIN, in live mode; in both modes for actions of the account itself. */
export function PinField({ isAlways = false }: { isAlways?: boolean }) {
  if (mode.value === 'test' && !isAlways) return null;
  return <TextField name="pin" label={t('pin')} type="password" inputmode="numeric" maxLength={6} />;
}

export function AreaField(props: FieldProps & { value?: string; rows?: number; maxLength?: number }) {
  const { control, frame } = useField(props);
  return frame(
    <textarea {...control} rows={props.rows ?? 3} defaultValue={props.value} maxLength={props.maxLength} />,
  );
}

/** A yes or no; its value is `on` where it is ticked. */
export function CheckField({ name, label, hint, isOn, onChange }: CheckProps) {
  const id = useId();
  return (
    <div class="check">
      <input
        id={id}
        type="checkbox"
        name={name}
        defaultChecked={isOn}
        aria-describedby={hint && `${id}-hint`}
        onChange={(event) => onChange?.(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}
interface CheckProps {
  name?: string;
  label: string;
  hint?: string;
  isOn?: boolean;
  onChange?: (isOn: boolean) => void;
}

export function FileField(props: FieldProps & { accept: string }) {
  const { control, frame } = useField(props);
  return frame(<input {...control} type="file" accept={props.accept} />);
}
