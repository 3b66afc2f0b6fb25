import { Tooltip } from '@base-ui/react/tooltip';
import { RouterProvider } from 'react-router-dom';
import { Toaster } from 'sonner';
import { SWRConfig } from 'swr';
import { isLoginNeeded, isUnreachable } from '../lib/fault.js';
import { mutate } from 'swr';
import { KEY } from '../api/keys.js';
import { router } from './router.js';
import { useLooks } from './use-looks.js';

/** After the server was away pages come back by themselves within a few seconds. */
const AWAY_RETRY_MS = 4000;

const swr = {
  dedupingInterval: 1000,
  errorRetryInterval: AWAY_RETRY_MS,
  shouldRetryOnError: isUnreachable,
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
