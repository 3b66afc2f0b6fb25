import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import { RouterProvider } from 'react-router-dom';
import { Toaster } from 'sonner';
import { mutate, SWRConfig, type SWRConfiguration } from 'swr';
import { KEY } from '../api/keys.js';
import { retryLater } from '../lib/retry-after.js';
import { isLoginNeeded } from '../lib/fault.js';
import { router } from './router.js';
import { useAppearance } from './use-appearance.js';

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
    <CSPProvider disableStyleElements>
      <SWRConfig value={swr}>
        <Tooltip.Provider delay={400}>
          <RouterProvider router={router} />
        </Tooltip.Provider>
        <Toaster theme={theme} position="bottom-center" offset={64} mobileOffset={{ bottom: 68 }} closeButton />
      </SWRConfig>
    </CSPProvider>
  );
}
