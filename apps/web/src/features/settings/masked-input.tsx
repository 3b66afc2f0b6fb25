import { MASK } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.js';
import { type FieldParts, inputOf } from '../../components/ui/field.js';

/**
 * A secret. The server shows a mask for one that it holds: it is never put in the input, so that nobody edits half of
 * it.
 */
export function MaskedInput({
  value,
  parts,
  onChange,
}: {
  readonly value: string;
  readonly parts: FieldParts;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useTranslation();
  const stored = value === MASK;
  return (
    <div className="setting-secret">
      <input
        {...inputOf(parts)}
        type="password"
        autoComplete="new-password"
        placeholder={stored ? t('settings.secret-stored') : t('settings.secret-none')}
        value={stored ? '' : value}
        onChange={(e) => {
          onChange(e.target.value);
        }}
      />
      {stored && (
        <Button
          size="small"
          onClick={() => {
            onChange('');
          }}
        >
          {t('settings.secret-forget')}
        </Button>
      )}
    </div>
  );
}
