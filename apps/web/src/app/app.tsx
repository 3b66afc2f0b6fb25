import { Tooltip } from '@base-ui/react/tooltip';
import { useEffect, useSyncExternalStore } from 'react';
import { RouterProvider } from 'react-router-dom';
import { Toaster } from 'sonner';
import { mutate, SWRConfig, type SWRConfiguration } from 'swr';
import { KEY } from '../api/keys.js';
import { retryLater } from '../lib/retry-after.js';
import { useClientSettings } from '../lib/client-settings.js';
import { isLoginNeeded } from '../lib/fault.js';
import { router } from './router.js';

const again = retryLater({
  after: (ms, work) => window.setTimeout(work, ms),
  forget: (timer) => {
    window.clearTimeout(timer as number | undefined);
  },
});

const swr: SWRConfiguration = {
  dedupingInterval: 1000,
  onErrorRetry: (...[thrown, key, , revalidate, tries]) => {
    again(thrown, key, () => {
      void revalidate(tries);
    });
  },
  // A session may end anywhere, and the next call fails. Reload the session; the gate then shows the login.
  onError: (thrown: unknown, key: string) => {
    if (isLoginNeeded(thrown) && key !== KEY.auth) void mutate(KEY.auth);
  },
};

export function App() {
  const theme = useAppearance();
  return (
    <SWRConfig value={swr}>
      <Tooltip.Provider delay={400}>
        <RouterProvider router={router} />
      </Tooltip.Provider>
      <Toaster theme={theme} position="bottom-center" offset={64} mobileOffset={{ bottom: 68 }} closeButton />
    </SWRConfig>
  );
}

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const onChange = (tell: () => void): (() => void) => {
  dark.addEventListener('change', tell);
  return () => {
    dark.removeEventListener('change', tell);
  };
};

/**
 * Applies theme, motion and language from this browser's settings.
 * @returns the current theme
 */
function useAppearance(): 'dark' | 'light' {
  const { theme, animationsEnabled, language } = useClientSettings();
  const systemDark = useSyncExternalStore(onChange, () => dark.matches);
  const shown = theme === 'auto' ? (systemDark ? 'dark' : 'light') : theme;
  useEffect(() => {
    const { documentElement: page } = document;
    page.dataset['theme'] = shown;
    page.dataset['motion'] = animationsEnabled ? 'on' : 'off';
    page.lang = language;
  }, [shown, animationsEnabled, language]);
  return shown;
}
