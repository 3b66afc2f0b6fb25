import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { Button } from '../../components/ui/button.js';
import { Field, inputOf } from '../../components/ui/field.js';
import { copyText } from '../../lib/copy-text.js';

/** Something to be pasted elsewhere, letter by letter. */
export function CopyField({
  label,
  help,
  value,
}: {
  readonly label: string;
  readonly help: string;
  readonly value: string;
}) {
  const { t } = useTranslation();
  const copy = async (): Promise<void> => {
    if (await copyText(value)) toast.success(t('sites.copied'));
  };
  return (
    <Field label={label} help={help}>
      {(parts) => (
        <div className="copy-field">
          <input
            {...inputOf(parts)}
            className="input mono"
            readOnly
            value={value}
            onFocus={(e) => {
              e.target.select();
            }}
          />
          <Button
            icon={Copy}
            onClick={() => {
              void copy();
            }}
          >
            {t('sites.copy')}
          </Button>
        </div>
      )}
    </Field>
  );
}
