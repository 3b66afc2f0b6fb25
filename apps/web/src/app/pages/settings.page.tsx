import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, Outlet } from 'react-router-dom';
import { useIsAdmin } from '../../api/use-session.js';
import { PATHS } from '../../lib/paths.js';

/** The frame of all settings pages. */
export function SettingsPage() {
  const { t } = useTranslation();
  const admin = useIsAdmin();
  return (
    <>
      <div className="page-top"><h1>{t('page.settings')}</h1></div>
      <div className="settings">
        <nav className="settings-nav" aria-label={t('page.settings')}>
          {admin && <><NavLink to={PATHS.channels}>{t('page.channels')}</NavLink><NavLink to={PATHS.newChannel}>{t('page.new-channel')}</NavLink><NavLink to={PATHS.sites}>{t('page.sites')}</NavLink><NavLink to={PATHS.config}>{t('page.config')}</NavLink><NavLink to={PATHS.favourites}>{t('page.favourites')}</NavLink><NavLink to={PATHS.keyValue}>{t('page.keyvalue')}</NavLink></>}
          <NavLink to={PATHS.clientSettings}>{t('page.client-settings')}</NavLink>
          <NavLink to={PATHS.tips}>{t('page.tips')}</NavLink>
        </nav>
        <div><Outlet /></div>
      </div>
    </>
  );
}

/** Pages that change things; a guest is told so instead. */
export function AdminOnly({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  return useIsAdmin() ? children : <p className="muted">{t('login.needed')}</p>;
}
