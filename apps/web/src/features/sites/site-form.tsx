import { type SiteAccountView } from '#libs/contracts';
import { type ReactNode, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.js';
import { CheckButton, type CheckProps } from '../../components/ui/check-button.js';
import { type Answer } from '../../lib/call.js';
import { ForgetButton } from './forget-button.js';

interface FormProps {
  readonly title: string;
  readonly onSubmit: (e: SyntheticEvent) => Promise<void>;
  readonly children: ReactNode;
}

/** One thing that can be set up for a site. */
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
  /** Null: nothing is stored that could be forgotten. */
  readonly forget: {
    readonly title: string;
    readonly text: string;
    readonly work: () => Promise<Answer<SiteAccountView>>;
  } | null;
}

/** Saves what was typed, tries it before or after that, and forgets what is stored. */
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
