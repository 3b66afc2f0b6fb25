import { type ReactNode, useId } from 'react';
import { Notice } from './notice.js';
import './field.css';

export interface FieldParts {
  readonly id: string;
  readonly describedBy: string;
  readonly invalid: boolean;
}
export interface FieldProps {
  readonly label: string;
  readonly help?: string;
  readonly error?: string | undefined;
  readonly wide?: boolean;
  readonly children: (parts: FieldParts) => ReactNode;
}

/** Label, help and error of one input, linked for screen readers. `wide` puts the text beside the input. */
export function Field({ label, help, error, wide = false, children }: FieldProps) {
  const id = useId();
  const remarkId = `${id}-note`;
  const invalid = error !== undefined && error !== '';
  return (
    <div className={`field${wide ? ' field-wide' : ''}${invalid ? ' field-invalid' : ''}`}>
      <div className="field-text">
        <label htmlFor={id}>{label}</label>
        {help !== undefined && help !== '' && <p id={remarkId}>{help}</p>}
      </div>
      <div className="field-input">
        {children({ id, describedBy: `${remarkId} ${id}-error`, invalid })}
        <p className="field-error" id={`${id}-error`} role={invalid ? 'alert' : undefined}>
          {error}
        </p>
      </div>
    </div>
  );
}

/** Attributes of an `<input>` inside a `Field`. */
export const inputOf = ({ id, describedBy, invalid }: FieldParts) => ({
  id,
  'aria-describedby': describedBy,
  'aria-invalid': invalid || undefined,
  'className': 'input',
});

/** An error as a line among inputs and buttons; nothing if there is no error. */
export const FaultLine = ({ text = '' }: { readonly text: string | undefined }) =>
  text === '' ? null : (
    <p className="field-error" role="alert">
      {text}
    </p>
  );

/** Why a form was refused, if the reason belongs to no field. */
export const FormFault = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : <Notice tone="rec" title={text} live />;
