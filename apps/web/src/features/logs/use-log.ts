import { useCallback, useEffect, useRef, useState } from 'react';
import { fetchLogDays, type LogQuestion, searchLog } from '../../api/log.js';
import { addPage, EMPTY_LOG, type StoredLine, type LogState } from './log-pages.js';

const REQUEST_MS = 2000;

interface Log {
  readonly lines: readonly StoredLine[];
  readonly days: readonly string[];
  readonly loaded: boolean;
  readonly error: unknown;
  readonly refresh: () => void;
}
interface Loaded extends LogState {
  readonly of: string;
  readonly loaded: boolean;
  readonly error: unknown;
}

const FRESH: Loaded = { ...EMPTY_LOG, of: '', loaded: false, error: undefined };

/**
 * Lines that match the filters; the server searches. With `follow`, loads lines after the last one every 2 s. Changed
 * filters start from the beginning.
 */
export function useLog(question: LogQuestion, follow: boolean): Log {
  const questionKey = JSON.stringify(question);
  const [state, setState] = useState<Loaded>(FRESH);
  const [days, setDays] = useState<readonly string[]>([]);
  const turn = useRef<{ of: string; state: LogState; busy: boolean }>({ of: '', state: EMPTY_LOG, busy: false });
  const load = useCallback(async () => {
    if (turn.current.of !== questionKey) turn.current = { of: questionKey, state: EMPTY_LOG, busy: false };
    const mine = turn.current;
    if (mine.busy) return;
    mine.busy = true;
    try {
      await readToEnd(JSON.parse(questionKey) as LogQuestion, mine, () => {
        if (turn.current === mine) setState({ ...mine.state, of: questionKey, loaded: true, error: undefined });
        return turn.current === mine;
      });
    } catch (error) {
      if (turn.current === mine) setState({ ...mine.state, of: questionKey, loaded: true, error });
    } finally {
      mine.busy = false;
    }
  }, [questionKey]);
  useEffect(() => {
    void load();
    if (!follow) return undefined;
    const timer = window.setInterval(() => {
      void load();
    }, REQUEST_MS);
    return () => {
      window.clearInterval(timer);
    };
  }, [load, follow]);
  useEffect(() => {
    fetchLogDays(question.day).then(setDays, () => undefined);
  }, [question.day]);
  const shown = state.of === questionKey ? state : FRESH;
  return {
    lines: shown.lines,
    days,
    loaded: shown.loaded && !(shown.more && shown.lines.length === 0),
    error: shown.error,
    refresh: () => {
      void load();
    },
  };
}

/** @param onPage called after each page; returns false to stop */
async function readToEnd(question: LogQuestion, mine: { state: LogState }, onPage: () => boolean): Promise<void> {
  do {
    const { after } = mine.state;
    mine.state = addPage(mine.state, after, await searchLog(question, after));
  } while (onPage() && mine.state.more);
}
