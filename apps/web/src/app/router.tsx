import { type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { createBrowserRouter, type Location, Navigate, ScrollRestoration } from 'react-router-dom';
import { LogView } from '../features/logs/log-view.js';
import { BASEPATH } from '../lib/basepath.js';
import { usePageTitle } from '../lib/page-title.js';
import { PATHS } from '../lib/paths.js';
import { RealtimeProvider } from './realtime-provider.js';
import { ChannelsPage, NewChannelPage } from './pages/channels.page.js';
import { ClientSettingsPage, ServerSettingsPage } from './pages/server-settings.page.js';
import { CrashPage, NotFoundPage } from './pages/error.page.js';
import { DashboardPage } from './pages/dashboard.page.js';
import { AdminOnly, SettingsLayout } from './pages/settings-layout.js';
import { SessionGate } from './session-gate.js';
import { Shell } from './shell/shell.js';

/**
 * Key of the stored scroll position of a page. A freshly loaded page has the key `default`; it is identified by its
 * whole address instead, so that it does not use the position of another page or query.
 */
const placeOf = ({ key, pathname, search }: Pick<Location, 'key' | 'pathname' | 'search'>): string =>
  key === 'default' ? pathname + search : key;

const root = (
  <SessionGate>
    <RealtimeProvider>
      <Shell />
      <ScrollRestoration getKey={placeOf} />
    </RealtimeProvider>
  </SessionGate>
);

interface TitledProps {
  /** The title is the text `page.<name>`. */
  readonly page:
    | 'about'
    | 'log'
    | 'jobs'
    | 'tools'
    | 'files'
    | 'favourites'
    | 'keyvalue'
    | 'notifications'
    | 'security'
    | 'tasks'
    | 'tips';
  readonly children: ReactNode;
}

/**
 * A page of its own: its title as a heading, the content below it.
 * @param admin true: a guest sees that a login is needed
 */
function TopPage({ page, admin = false, children }: TitledProps & { readonly admin?: boolean }) {
  const { t } = useTranslation();
  usePageTitle(t(`page.${page}`));
  const content = (
    <>
      <div className="page-top">
        <h1>{t(`page.${page}`)}</h1>
      </div>
      {children}
    </>
  );
  return admin ? <AdminOnly>{content}</AdminOnly> : content;
}

/** A page inside the frame of the settings, which provides the heading. */
function SettingsSection({ page, children }: TitledProps) {
  const { t } = useTranslation();
  usePageTitle(t(`page.${page}`));
  return children;
}

/**
 * Loads a component when its page is first opened.
 * @param frame wraps the content
 */
const lazily = (load: () => Promise<ComponentType>, frame: (content: ReactNode) => ReactNode) => async () => {
  const Content = await load();
  return { Component: () => frame(<Content />) };
};

/** All pages and their addresses. Pages that a first visit does not need are loaded when they are opened. */
export const router = createBrowserRouter(
  [
    {
      path: '/',
      element: root,
      HydrateFallback: () => null,
      errorElement: <CrashPage />,
      children: [
        { index: true, element: <Navigate to={PATHS.dashboard} replace /> },
        { path: 'dashboard', element: <DashboardPage /> },
        { path: 'vod/:uuid', lazy: async () => ({ Component: (await import('./pages/vod.page.js')).VodPage }) },
        {
          path: 'vodplayer',
          lazy: async () => ({ Component: (await import('./pages/vodplayer.page.js')).VodPlayerPage }),
        },
        {
          path: 'about',
          lazy: lazily(
            async () => (await import('../features/about/about-view.js')).AboutView,
            (view) => <TopPage page="about">{view}</TopPage>,
          ),
        },
        {
          path: 'log',
          element: (
            <TopPage admin page="log">
              <LogView />
            </TopPage>
          ),
        },
        {
          path: 'jobs',
          lazy: lazily(
            async () => (await import('../features/jobs/job-list.js')).JobList,
            (list) => (
              <TopPage admin page="jobs">
                {list}
              </TopPage>
            ),
          ),
        },
        {
          path: 'tools',
          lazy: lazily(
            async () => (await import('../features/tools/tools-view.js')).ToolsView,
            (view) => (
              <TopPage admin page="tools">
                {view}
              </TopPage>
            ),
          ),
        },
        {
          path: 'files',
          lazy: lazily(
            async () => (await import('../features/files/file-view.js')).FileView,
            (view) => (
              <TopPage admin page="files">
                {view}
              </TopPage>
            ),
          ),
        },
        {
          path: 'settings',
          element: <SettingsLayout />,
          children: [
            { index: true, element: <Navigate to={PATHS.channels} replace /> },
            {
              path: 'channels/:channel?',
              element: (
                <AdminOnly>
                  <ChannelsPage />
                </AdminOnly>
              ),
            },
            {
              path: 'newchannel',
              element: (
                <AdminOnly>
                  <NewChannelPage />
                </AdminOnly>
              ),
            },
            {
              path: 'config',
              element: (
                <AdminOnly>
                  <ServerSettingsPage />
                </AdminOnly>
              ),
            },
            {
              path: 'sites',
              lazy: lazily(
                async () => (await import('./pages/sites.page.js')).SitesPage,
                (page) => <AdminOnly>{page}</AdminOnly>,
              ),
            },
            {
              path: 'tasks',
              lazy: lazily(
                async () => (await import('../features/tasks/task-table.js')).TaskTable,
                (table) => (
                  <AdminOnly>
                    <SettingsSection page="tasks">{table}</SettingsSection>
                  </AdminOnly>
                ),
              ),
            },
            {
              path: 'notifications',
              lazy: lazily(
                async () => (await import('../features/notifications/notifications-view.js')).NotificationsView,
                (view) => (
                  <AdminOnly>
                    <SettingsSection page="notifications">{view}</SettingsSection>
                  </AdminOnly>
                ),
              ),
            },
            {
              path: 'security',
              lazy: lazily(
                async () => (await import('../features/security/security-view.js')).SecurityView,
                (view) => (
                  <AdminOnly>
                    <SettingsSection page="security">{view}</SettingsSection>
                  </AdminOnly>
                ),
              ),
            },
            {
              path: 'favourites',
              lazy: lazily(
                async () => (await import('../features/favourites/favourite-grid.js')).FavouriteGrid,
                (grid) => (
                  <AdminOnly>
                    <SettingsSection page="favourites">{grid}</SettingsSection>
                  </AdminOnly>
                ),
              ),
            },
            {
              path: 'keyvalue',
              lazy: lazily(
                async () => (await import('../features/keyvalue/key-value-list.js')).KeyValueList,
                (list) => (
                  <AdminOnly>
                    <SettingsSection page="keyvalue">{list}</SettingsSection>
                  </AdminOnly>
                ),
              ),
            },
            {
              path: 'tips',
              lazy: lazily(
                async () => (await import('../features/settings/tip-list.js')).TipList,
                (list) => <SettingsSection page="tips">{list}</SettingsSection>,
              ),
            },
            { path: 'clientsettings', element: <ClientSettingsPage /> },
          ],
        },
        { path: '*', element: <NotFoundPage /> },
      ],
    },
  ],
  { basename: BASEPATH === '' ? '/' : BASEPATH },
);
