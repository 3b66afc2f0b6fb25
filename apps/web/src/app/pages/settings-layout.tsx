import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, Outlet, useLocation } from 'react-router-dom';
import { useIsAdmin } from '../../api/auth.js';
import { PATHS } from '../../lib/paths.js';
import './settings-layout.css';

/** The frame of all settings pages. */
export function SettingsLayout() {
  const { t } = useTranslation();
  const admin = useIsAdmin();
  const nav = useShownTab(admin);
  return (
    <>
      <div className="page-top">
        <h1>{t('page.settings')}</h1>
      </div>
      <div className="settings">
        <nav className="settings-nav" aria-label={t('page.settings')} ref={nav}>
          {admin && (
            <>
              <NavLink to={PATHS.channels}>{t('page.channels')}</NavLink>
              <NavLink to={PATHS.newChannel}>{t('page.new-channel')}</NavLink>
              <NavLink to={PATHS.sites}>{t('page.sites')}</NavLink>
              <NavLink to={PATHS.config}>{t('page.config')}</NavLink>
              <NavLink to={PATHS.tasks}>{t('page.tasks')}</NavLink>
              <NavLink to={PATHS.notifications}>{t('page.notifications')}</NavLink>
              <NavLink to={PATHS.security}>{t('page.security')}</NavLink>
              <NavLink to={PATHS.favourites}>{t('page.favourites')}</NavLink>
              <NavLink to={PATHS.keyValue}>{t('page.keyvalue')}</NavLink>
            </>
          )}
          <NavLink to={PATHS.clientSettings}>{t('page.client-settings')}</NavLink>
          <NavLink to={PATHS.tips}>{t('page.tips')}</NavLink>
        </nav>
        <div>
          <Outlet />
        </div>
      </div>
    </>
  );
}

/**
 * On a phone the row of tabs is wider than the screen; scrolls the open tab into view.
 * @param isWhole false while only some tabs exist
 */
function useShownTab(isWhole: boolean) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const row = nav.current;
    const open = row?.querySelector('.active');
    if (!row || !open) return;
    const [outer, inner] = [row.getBoundingClientRect(), open.getBoundingClientRect()];
    row.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
  }, [pathname, isWhole]);
  return nav;
}

/** Shows its content only to an admin; a guest sees a note instead. */
export function AdminOnly({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  return useIsAdmin() ? children : <p className="muted">{t('login.needed')}</p>;
}
