import { Tooltip } from '@base-ui/react/tooltip';
import { RouterProvider } from 'react-router-dom';
import { Toaster } from 'sonner';
import { SWRConfig, type SWRConfiguration } from 'swr';
import { askAgain } from '../lib/ask-again.js';
import { isLoginNeeded } from '../lib/fault.js';
import { mutate } from 'swr';
import { KEY } from '../api/keys.js';
import { router } from './router.js';
import { useLooks } from './use-looks.js';

const again = askAgain({
  after: (ms, work) => window.setTimeout(work, ms),
  forget: (timer) => {
    window.clearTimeout(timer as number | undefined);
  },
});

const swr: SWRConfiguration = {
  dedupingInterval: 1000,
  onErrorRetry: (...[thrown, key, , ask, tries]) => {
    again(thrown, key, () => {
      void ask(tries);
    });
  },
  // A session that ended anywhere is seen at the next call: ask again who we are, and the gate shows the login.
  onError: (thrown: unknown, key: string) => {
    if (isLoginNeeded(thrown) && key !== KEY.auth) void mutate(KEY.auth);
  },
};

export function App() {
  const theme = useLooks();
  return (
    <SWRConfig value={swr}>
      <Tooltip.Provider delay={400}>
        <RouterProvider router={router} />
      </Tooltip.Provider>
      <Toaster theme={theme} position="bottom-center" offset={64} mobileOffset={{ bottom: 68 }} closeButton />
    </SWRConfig>
  );
}
