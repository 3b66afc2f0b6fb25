import { Dialog } from '@base-ui/react/dialog';
import { Menu as MenuIcon, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { useIsAdmin, useSession } from '../../api/auth.js';
import { useChannels } from '../../api/channel.js';
import { KEY } from '../../api/keys.js';
import { useOpenNotices } from '../../api/notice.js';
import { Badge } from '../../components/ui/badge.js';
import { Button } from '../../components/ui/button.js';
import { Logo } from '../../components/ui/logo.js';
import { Modal } from '../../components/ui/modal.js';
import { Notice } from '../../components/ui/notice.js';
import { PasswordForm } from '../../features/auth/password-form.js';
import { JobTab } from '../../features/jobs/job-tab.js';
import { errorText } from '../../lib/fault.js';
import { useServerAway } from '../../lib/connection-state.js';
import { useRealtime } from '../../realtime/use-realtime.js';
import { SideMenu } from './side-menu.js';
import './shell.css';

/** The frame of every page: menu, page and status tabs. */
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
        <OfflineNotice />
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

/** The menu as a drawer, for narrow windows. It closes after a link is followed. */
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

/**
 * Scrolls to the element of the hash after navigation, as soon as it exists. Without a hash the router keeps the
 * position.
 */
function useHashScroll(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const id = decodeURIComponent(hash.slice(1));
    if (id === '' || jumpTo(id)) return undefined;
    const watcher = new MutationObserver(() => {
      if (jumpTo(id)) watcher.disconnect();
    });
    watcher.observe(document.body, { childList: true, subtree: true });
    return () => {
      watcher.disconnect();
    };
  }, [hash, key]);
}

function jumpTo(id: string): boolean {
  const element = document.getElementById(id);
  element?.scrollIntoView({ block: 'start' });
  return element !== null;
}

/** Shown on every page while its data may be out of date. */
function OfflineNotice() {
  const { t } = useTranslation();
  const away = useServerAway();
  const { error, loaded } = useChannels();
  if (away) return <Notice tone="rec" title={t('away.title')} text={t('away.stale')} live />;
  if (!loaded || error === undefined) return null;
  return <Notice tone="rec" title={t('away.failed')} text={`${errorText(error)} ${t('away.stale')}`.trim()} live />;
}

/** First run: asks to set a password. The user may postpone it, but it stays visible until a password is set. */
function PasswordBanner() {
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

/** Connection state of the page: connecting, connected, disconnected, refused, or polling. */
function LinkTab() {
  const { t } = useTranslation();
  const { state, nextFetchS } = useRealtime();
  const title = nextFetchS === null ? '' : t('link.next', { seconds: nextFetchS });
  return (
    <div className={`tab link-tab link-${state}`} role="status" title={title}>
      <span className={`dot${state === 'connecting' ? ' pulse' : ''}`} aria-hidden="true" />
      {t(`link.${state}`)}
      {state !== 'connected' && nextFetchS !== null && (
        <span className="muted num tab-left" aria-hidden="true">
          {t('link.in', { seconds: nextFetchS })}
        </span>
      )}
    </div>
  );
}
