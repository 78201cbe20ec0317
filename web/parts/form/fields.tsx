/** Form fields with their label, hint and error. */
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from '../icons/icon.tsx';

interface FieldTexts {
  readonly label: string;
  readonly hint?: ComponentChildren;
  /** Says what to do; the field is marked invalid. */
  readonly error?: string | null;
}

interface FieldProps extends FieldTexts {
  readonly children: (control: ControlProps) => JSX.Element;
}

/** Attributes that tie a control to its label, hint and error. */
interface ControlProps {
  readonly id: string;
  readonly class: string;
  readonly 'aria-invalid': boolean | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** Shows a control of any kind with its label, hint and error. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        class: 'input',
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described === '' ? undefined : described,
      })}
      {hint && (
        <span class="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && (
        <span class="field-error" id={`${id}-error`}>
          <Icon name="warning" size={12} />
          {error}
        </span>
      )}
    </div>
  );
}

interface TextFieldProps extends FieldTexts {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'date';
  readonly name?: string;
  readonly autocomplete?: string;
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly readOnly?: boolean;
  /** Lines of a text that may be long. */
  readonly rows?: number;
}

/** Shows a field for text. */
export function TextField({
  label,
  hint,
  error,
  onInput,
  rows,
  type = 'text',
  ...attributes
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error ?? null}>
      {(control) =>
        rows === undefined ? (
          <input
            {...control}
            {...attributes}
            // The types of the elements differ by their `type`.
            type={type as 'text'}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
        ) : (
          <textarea
            {...control}
            {...attributes}
            rows={rows}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
        )
      }
    </Field>
  );
}

interface SelectFieldProps<Value extends string> extends FieldTexts {
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly onChange: (value: Value) => void;
  readonly name?: string;
}

/** Shows a field with one of several values. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, hint, error, options, onChange, value, name } = props;
  return (
    <Field label={label} hint={hint} error={error ?? null}>
      {(control) => (
        <select
          {...control}
          name={name}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value as Value)}
        >
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckFieldProps {
  readonly label: ComponentChildren;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly count?: number;
}

/** Shows a checkbox; with a count, as an option of a filter. */
export function CheckField({ label, checked, onChange, count }: CheckFieldProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span class="check-label">{label}</span>
      {count !== undefined && <span class="count">{count.toLocaleString('en')}</span>}
    </label>
  );
}
