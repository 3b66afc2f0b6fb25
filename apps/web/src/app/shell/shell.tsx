import { Dialog } from '@base-ui/react/dialog';
import { Menu as MenuIcon, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { useOpenNotices } from '../../api/notice.js';
import { useIsAdmin, useSession } from '../../api/auth.js';
import { Badge } from '../../components/ui/badge.js';
import { Logo } from '../../components/ui/logo.js';
import { JobTab } from '../../features/jobs/job-tab.js';
import { AwayNotice } from './away-notice.js';
import { LinkTab } from './link-tab.js';
import { PasswordBanner } from './password-banner.js';
import { SideMenu } from './side-menu.js';
import { useHashScroll } from './use-hash-scroll.js';
import './shell.css';

/** Menu, page and status tabs: everything later goes in here. */
export function Shell() {
  const { t } = useTranslation();
  const admin = useIsAdmin();
  useHashScroll();
  return (
    <div className="app">
      <a
        className="skip"
        href={`${useLocation().pathname}#main`}
        onClick={(e) => {
          e.preventDefault();
          document.getElementById('main')?.focus();
        }}
      >
        {t('shell.skip')}
      </a>
      <nav className="menu" aria-label={t('shell.menu')}>
        <SideMenu />
      </nav>
      <PhoneBar />
      <main className="main" id="main" tabIndex={-1}>
        <AwayNotice />
        <PasswordBanner />
        <Outlet />
      </main>
      <div className="dock" role="region" aria-label={t('shell.status')}>
        {admin && <JobTab />}
        <LinkTab />
      </div>
    </div>
  );
}

/** The menu as a drawer, for narrow windows. It closes when a link was followed. */
function PhoneBar() {
  const { t } = useTranslation();
  const { appName } = useSession();
  const here = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === here.key;
  const notices = useOpenNotices();
  return (
    <header className="phone-bar">
      <Dialog.Root
        open={open}
        onOpenChange={(next) => {
          setOpenAt(next ? here.key : null);
        }}
      >
        <Dialog.Trigger
          className="icon-btn"
          aria-label={notices === 0 ? t('shell.open-menu') : t('shell.open-menu-notices', { count: notices })}
        >
          <MenuIcon aria-hidden="true" size={20} />
          <Badge count={notices} />
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Backdrop className="backdrop" />
          <Dialog.Popup className="drawer" aria-label={t('shell.menu')}>
            <Dialog.Close className="icon-btn drawer-close" aria-label={t('common.close')}>
              <X aria-hidden="true" size={18} />
            </Dialog.Close>
            <SideMenu />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      <Logo />
      <b className="cut">{appName}</b>
    </header>
  );
}
