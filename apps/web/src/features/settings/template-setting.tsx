import { lookAtTemplate } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { TemplateInput } from '../../components/ui/template-input.js';
import { type SettingInputProps } from './setting-input.js';

/** A setting that is a template; what is wrong with it is said while it is typed. */
export function TemplateSetting({ field, value, parts, onChange }: SettingInputProps) {
  const { t } = useTranslation();
  const names = Object.keys(field.replacements ?? {});
  const fault = lookAtTemplate(String(value), names);
  return (
    <>
      <TemplateInput value={String(value)} names={names} parts={parts} onChange={onChange} />
      {fault !== null && !parts.invalid && (
        <p className="template-fault">
          {t(`settings.template.${fault.why}`, { found: '', at: 0, ...fault, names: names.join(', ') })}
        </p>
      )}
    </>
  );
}
