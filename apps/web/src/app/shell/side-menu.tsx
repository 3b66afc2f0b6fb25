import {
  Code,
  FolderOpen,
  House,
  Info,
  LogIn,
  LogOut,
  type LucideIcon,
  ScrollText,
  Settings,
  Wrench,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { forgetSession, logOut, useSession } from '../../api/auth.js';
import { useChannels } from '../../api/channel.js';
import { KEY } from '../../api/keys.js';
import { useOpenNotices } from '../../api/notice.js';
import { Badge } from '../../components/ui/badge.js';
import { Button, IconButton } from '../../components/ui/button.js';
import { InView } from '../../components/ui/in-view.js';
import { Logo } from '../../components/ui/logo.js';
import { Modal } from '../../components/ui/modal.js';
import { Tip } from '../../components/ui/tip.js';
import { LoginForm } from '../../features/auth/login-form.js';
import { siteUrl } from '../../lib/basepath.js';
import { PATHS } from '../../lib/paths.js';
import { useAction } from '../../lib/use-action.js';
import { WEB_VERSION } from '../../lib/web-version.js';
import { ChannelMenuItem } from './channel-menu-item.js';

const API_DOCS = '/api/docs';
/** px: estimated height of a channel in the menu, until it is drawn. */
const ROW = 48;

export function SideMenu() {
  const { t } = useTranslation();
  const { appName, serverVersion } = useSession();
  const { channels } = useChannels();
  return (
    <>
      <div className="brand">
        <Logo />
        <b className="cut">{appName}</b>
        <span className="brand-versions num">{t('shell.versions', { server: serverVersion, web: WEB_VERSION })}</span>
      </div>
      <ul className="streamers">
        {channels.map((c) => (
          <InView key={c.uuid} as="li" estimate={ROW}>
            <ChannelMenuItem channel={c} />
          </InView>
        ))}
      </ul>
      <GuestLogin />
      <Foot />
    </>
  );
}

function Foot() {
  const { t } = useTranslation();
  const { role, passwordSet } = useSession();
  const out = useAction(logOut);
  const admin = role === 'admin';
  const notices = useOpenNotices();
  return (
    <div className="menu-foot">
      <FootLink
        to={PATHS.dashboard}
        icon={House}
        label={notices === 0 ? t('page.dashboard') : t('notices.on-dashboard', { count: notices })}
        badge={notices}
      />
      {admin && <FootLink to={PATHS.log} icon={ScrollText} label={t('page.log')} />}
      {admin && <FootLink to={PATHS.tools} icon={Wrench} label={t('page.tools')} />}
      {admin && <FootLink to={PATHS.files} icon={FolderOpen} label={t('page.files')} />}
      <FootLink to={admin ? '/settings' : PATHS.clientSettings} icon={Settings} label={t('page.settings')} />
      {admin && <FootLink to={PATHS.about} icon={Info} label={t('page.about')} />}
      <span className="grow" />
      {admin && passwordSet && (
        <IconButton
          icon={LogOut}
          label={t('login.out')}
          disabled={out.busy}
          onClick={() => {
            void out.run().then(forgetSession);
          }}
        />
      )}
      <Tip text={t('shell.api-docs')}>
        <a
          className="icon-btn"
          href={siteUrl(API_DOCS)}
          target="_blank"
          rel="noreferrer"
          aria-label={t('shell.api-docs')}
        >
          <Code aria-hidden="true" size={18} strokeWidth={1.75} />
        </a>
      </Tip>
    </div>
  );
}

function FootLink({
  to,
  icon: Icon,
  label,
  badge = 0,
}: {
  readonly to: string;
  readonly icon: LucideIcon;
  readonly label: string;
  readonly badge?: number;
}) {
  return (
    <Tip text={label}>
      <NavLink to={to} aria-label={label} className={({ isActive }) => `icon-btn${isActive ? ' on' : ''}`}>
        <Icon aria-hidden="true" size={18} strokeWidth={1.75} />
        <Badge count={badge} />
      </NavLink>
    </Tip>
  );
}

/** The login of a guest, in the side menu. */
function GuestLogin() {
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
