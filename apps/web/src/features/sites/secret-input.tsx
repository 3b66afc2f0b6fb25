import { type UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type FieldParts, inputOf } from '../../components/ui/field.js';

/** A secret is typed and never shown again; what is stored says only that it is. */
export function SecretInput({
  parts,
  stored,
  field,
}: {
  readonly parts: FieldParts;
  readonly stored: boolean;
  readonly field: UseFormRegisterReturn;
}) {
  const { t } = useTranslation();
  return (
    <input
      {...inputOf(parts)}
      {...field}
      className="input mono"
      type="password"
      autoComplete="new-password"
      spellCheck={false}
      placeholder={stored ? t('sites.stored') : ''}
    />
  );
}
