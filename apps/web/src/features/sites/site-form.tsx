import { type SiteAccountView } from '#libs/contracts';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { type FieldValues, type Path, type UseFormRegisterReturn, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { putSite } from '../../api/sites.js';
import { Button } from '../../components/ui/button.js';
import { CheckButton, type CheckProps } from '../../components/ui/check-button.js';
import { Confirm } from '../../components/ui/confirm.js';
import { type FieldParts, inputOf } from '../../components/ui/field.js';
import { type Answer } from '../../lib/call.js';
import { showFaults } from '../../lib/form-faults.js';
import { useAction } from '../../lib/use-action.js';

interface FormProps {
  readonly title: string;
  readonly onSubmit: (e: SyntheticEvent) => Promise<void>;
  readonly children: ReactNode;
}

/** One form of a site's settings. */
export function SiteForm({ title, onSubmit, children }: FormProps) {
  return (
    <form
      className="site-part"
      noValidate
      onSubmit={(e) => {
        void onSubmit(e);
      }}
      aria-label={title}
    >
      <h3>{title}</h3>
      {children}
    </form>
  );
}

interface FootProps {
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly check: Pick<CheckProps, 'of' | 'work'>;
  /** Null: nothing is stored that could be deleted. */
  readonly forget: {
    readonly title: string;
    readonly text: string;
    readonly work: () => Promise<Answer<SiteAccountView>>;
  } | null;
}

/** Buttons to save, test and delete the stored values. */
export function SiteFormFoot({ busy, disabled, check, forget }: FootProps) {
  const { t } = useTranslation();
  return (
    <div className="site-do">
      <Button type="submit" tone="primary" busy={busy} disabled={disabled}>
        {t('form.save')}
      </Button>
      <CheckButton label={t('sites.test')} {...check} />
      {forget !== null && <ForgetButton label={t('sites.forget')} {...forget} />}
    </div>
  );
}

interface ForgetProps {
  readonly label: string;
  readonly title: string;
  readonly text: string;
  readonly work: () => Promise<Answer<SiteAccountView>>;
}

/** Deletes stored data, after a confirmation. */
export function ForgetButton({ label, title, text, work }: ForgetProps) {
  const [asking, setAsking] = useState(false);
  const action = useAction(async () => {
    const answer = await work();
    await putSite(answer.data);
    return answer;
  });
  const close = (): void => {
    setAsking(false);
  };
  return (
    <>
      <Button
        tone="ghost"
        className="btn-delete"
        onClick={() => {
          setAsking(true);
        }}
      >
        {label}
      </Button>
      <Confirm
        open={asking}
        onClose={close}
        title={title}
        text={text}
        action={label}
        busy={action.busy}
        onConfirm={() => {
          void action.run().then((done) => {
            if (done) close();
          });
        }}
      />
    </>
  );
}

/** A secret input. A stored secret is never shown; a placeholder says that there is one. */
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

interface Saving<F extends FieldValues> {
  readonly names: readonly Path<F>[];
  readonly save: (values: F) => Promise<Answer<SiteAccountView>>;
  /** The form's values after saving; secrets are not shown again. */
  readonly after: (site: SiteAccountView) => F;
}

/** Saves a site's form. The server's errors appear at their fields. */
export function useSaveSite<F extends FieldValues>(form: UseFormReturn<F>, { names, save, after }: Saving<F>) {
  const { t } = useTranslation();
  return form.handleSubmit(async (values) => {
    try {
      const { data, message } = await save(values);
      form.reset(after(data));
      await putSite(data);
      toast.success(message);
    } catch (thrown) {
      showFaults<F>(thrown, { names, setError: form.setError, away: t('away.short') });
    }
  });
}
