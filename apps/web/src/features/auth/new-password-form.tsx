import { type ReactNode, type SyntheticEvent } from 'react';
import { type UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.js';
import { Field, inputOf } from '../../components/ui/field.js';
import { Notice } from '../../components/ui/notice.js';

interface Props {
  readonly onSubmit: (event: SyntheticEvent) => Promise<void>;
  readonly busy: boolean;
  readonly fault: string | undefined;
  readonly password: UseFormRegisterReturn;
  readonly passwordFault: string | undefined;
  /** The fields before the new password. */
  readonly children: ReactNode;
}

/** A form that sets a new password. */
export function NewPasswordForm({ onSubmit, busy, fault, password, passwordFault, children }: Props) {
  const { t } = useTranslation();
  return (
    <form
      className="login-form"
      onSubmit={(e) => {
        void onSubmit(e);
      }}
    >
      {fault !== undefined && <Notice tone="rec" title={fault} live />}
      {children}
      <Field label={t('password.new')} help={t('password.help')} error={passwordFault}>
        {(parts) => <input {...inputOf(parts)} type="password" autoComplete="new-password" {...password} />}
      </Field>
      <Button type="submit" tone="primary" busy={busy}>
        {t('password.save')}
      </Button>
    </form>
  );
}
