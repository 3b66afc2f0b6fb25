import { LogIn } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSWRConfig } from 'swr';
import { KEY } from '../../api/keys.js';
import { useSession } from '../../api/auth.js';
import { Button } from '../../components/ui/button.js';
import { Modal } from '../../components/ui/modal.js';
import { LoginForm } from '../../features/auth/login-form.js';

/** A guest's way in, in the side menu (spec L34). */
export function GuestLogin() {
  const { t } = useTranslation();
  const { mutate } = useSWRConfig();
  const [open, setOpen] = useState(false);
  if (useSession().role !== 'guest') return null;
  return (
    <div className="guest-login">
      <span>{t('login.guest')}</span>
      <Button
        size="small"
        icon={LogIn}
        onClick={() => {
          setOpen(true);
        }}
      >
        {t('login.in')}
      </Button>
      <Modal
        open={open}
        onClose={() => {
          setOpen(false);
        }}
        title={t('login.title')}
      >
        <LoginForm
          onIn={() => {
            setOpen(false);
            void mutate(KEY.auth);
          }}
        />
      </Modal>
    </div>
  );
}
