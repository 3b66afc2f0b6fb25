import { type LogLineView } from '#libs/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { fetchLog } from '../../api/fetch-log.js';

const ASK_MS = 3000;
/** More lines than anyone reads, few enough for the page to stay quick. */
const KEPT = 2000;

interface Log { readonly lines: readonly LogLineView[]; readonly days: readonly string[]; readonly loaded: boolean; readonly error: unknown; readonly refresh: () => void }

/** The log of a day; with `follow` the lines after the last one come every 3 s. */
export function useLog(date: string, follow: boolean): Log {
  const [state, setState] = useState<{ date: string; lines: readonly LogLineView[]; days: readonly string[]; loaded: boolean; error: unknown }>({ date: '', lines: [], days: [], loaded: false, error: undefined });
  const last = useRef({ date: '', line: 0 });
  const load = useCallback(async () => {
    const from = last.current.date === date ? last.current.line : 0;
    try {
      const page = await fetchLog(date, from);
      last.current = { date, line: page.last_line };
      setState((old) => ({ date, lines: [...(from > 0 && old.date === date ? old.lines : []), ...page.lines].slice(-KEPT), days: page.logs, loaded: true, error: undefined }));
    } catch (error) {
      setState((old) => ({ ...old, loaded: true, error }));
    }
  }, [date]);
  useEffect(() => {
    last.current = { date: '', line: 0 };
    void load();
    if (!follow) return undefined;
    const timer = window.setInterval(() => { void load(); }, ASK_MS);
    return () => { window.clearInterval(timer); };
  }, [load, follow]);
  return { lines: state.date === date ? state.lines : [], days: state.days, loaded: state.loaded, error: state.error, refresh: () => { void load(); } };
}
