import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSWRConfig } from 'swr';
import { KEY } from '../../api/keys.js';
import { useSession } from '../../api/auth.js';
import { Button } from '../../components/ui/button.js';
import { Modal } from '../../components/ui/modal.js';
import { Notice } from '../../components/ui/notice.js';
import { PasswordForm } from '../../features/auth/password-form.js';

/** First run: asks to set a password; it can wait, but stays in sight until there is one. */
export function PasswordBanner() {
  const { t } = useTranslation();
  const { role, passwordSet } = useSession();
  const { mutate } = useSWRConfig();
  const [open, setOpen] = useState(false);
  if (passwordSet || role !== 'admin') return null;
  return (
    <div className="banner">
      <Notice tone="info" title={t('password.none')} text={t('password.none-text')}>
        <Button
          size="small"
          tone="primary"
          onClick={() => {
            setOpen(true);
          }}
        >
          {t('password.set')}
        </Button>
      </Notice>
      <Modal
        open={open}
        onClose={() => {
          setOpen(false);
        }}
        title={t('password.title')}
        text={t('password.text')}
      >
        <PasswordForm
          change={false}
          onDone={() => {
            setOpen(false);
            void mutate(KEY.auth);
          }}
        />
      </Modal>
    </div>
  );
}
