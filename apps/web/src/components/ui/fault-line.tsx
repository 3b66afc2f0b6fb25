import './field.css';

/** What went wrong, as a line among inputs and buttons; nothing while nothing did. */
export const FaultLine = ({ text = '' }: { readonly text: string | undefined }) =>
  text === '' ? null : (
    <p className="field-error" role="alert">
      {text}
    </p>
  );
