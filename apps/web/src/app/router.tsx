import { createBrowserRouter, type Location, Navigate, ScrollRestoration } from 'react-router-dom';
import { BASEPATH } from '../lib/basepath.js';
import { PATHS } from '../lib/paths.js';
import { Live } from './live.js';
import { ChannelsPage, NewChannelPage } from './pages/channels.page.js';
import { ClientSettingsPage, ConfigPage } from './pages/config.page.js';
import { CrashPage, NotFoundPage } from './pages/error.page.js';
import { DashboardPage } from './pages/dashboard.page.js';
import { AdminOnly, SettingsPage } from './pages/settings.page.js';
import { SessionGate } from './session-gate.js';
import { Shell } from './shell/shell.js';

/**
 * Of each page the place where it was left. Every page that is loaded anew has the key `default`: those are told apart
 * by their whole address, so that one does not begin where another was, nor where it was led to by its query.
 */
const placeOf = ({ key, pathname, search }: Pick<Location, 'key' | 'pathname' | 'search'>): string =>
  key === 'default' ? pathname + search : key;

const root = (
  <SessionGate>
    <Live>
      <Shell />
      <ScrollRestoration getKey={placeOf} />
    </Live>
  </SessionGate>
);

/** Every page and its address. What a first look does not need is loaded when it is opened. */
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
        { path: 'about', lazy: async () => ({ Component: (await import('./pages/about.page.js')).AboutPage }) },
        { path: 'log', lazy: async () => ({ Component: (await import('./pages/log.page.js')).LogPage }) },
        { path: 'jobs', lazy: async () => ({ Component: (await import('./pages/jobs.page.js')).JobsPage }) },
        { path: 'tools', lazy: async () => ({ Component: (await import('./pages/tools.page.js')).ToolsPage }) },
        { path: 'files', lazy: async () => ({ Component: (await import('./pages/files.page.js')).FilesPage }) },
        {
          path: 'settings',
          element: <SettingsPage />,
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
                  <ConfigPage />
                </AdminOnly>
              ),
            },
            {
              path: 'sites',
              lazy: async () => {
                const { SitesPage } = await import('./pages/sites.page.js');
                return {
                  Component: () => (
                    <AdminOnly>
                      <SitesPage />
                    </AdminOnly>
                  ),
                };
              },
            },
            {
              path: 'favourites',
              lazy: async () => {
                const { FavouritesPage } = await import('./pages/favourites.page.js');
                return {
                  Component: () => (
                    <AdminOnly>
                      <FavouritesPage />
                    </AdminOnly>
                  ),
                };
              },
            },
            {
              path: 'keyvalue',
              lazy: async () => {
                const { KeyValuePage } = await import('./pages/key-value.page.js');
                return {
                  Component: () => (
                    <AdminOnly>
                      <KeyValuePage />
                    </AdminOnly>
                  ),
                };
              },
            },
            { path: 'tips', lazy: async () => ({ Component: (await import('./pages/tips.page.js')).TipsPage }) },
            { path: 'clientsettings', element: <ClientSettingsPage /> },
          ],
        },
        { path: '*', element: <NotFoundPage /> },
      ],
    },
  ],
  { basename: BASEPATH === '' ? '/' : BASEPATH },
);
