import { type LogLevel } from '#libs/contracts';
import { useState } from 'react';
import { AwayBox } from '../../components/ui/away-box.js';
import { useDebounced } from '../../lib/use-debounced.js';
import { LogBar, type LogFilter } from './log-bar.js';
import { levelsFrom } from './log-levels.js';
import { LogTable } from './log-table.js';
import { useLog } from './use-log.js';
import './log-view.css';

const today = (): string => new Date().toISOString().slice(0, 10);

/** The log of every service, a day at a time. */
export function LogView() {
  const [follow, setFollow] = useState(true);
  const [filter, setFilter] = useState<LogFilter>(() => ({
    day: today(),
    level: 'info' satisfies LogLevel,
    module: '',
    service: '',
    words: '',
  }));
  const words = useDebounced(filter.words);
  const log = useLog(
    { day: filter.day, levels: levelsFrom(filter.level), module: filter.module, service: filter.service, words },
    follow,
  );
  if (log.error !== undefined && log.lines.length === 0) return <AwayBox error={log.error} onRetry={log.refresh} />;
  return (
    <div className="log">
      <LogBar
        filter={filter}
        days={log.days}
        onFilter={setFilter}
        follow={follow}
        onFollow={setFollow}
        onRefresh={log.refresh}
      />
      <LogTable
        lines={log.lines}
        loaded={log.loaded}
        follow={follow}
        onModule={(module) => {
          setFilter({ ...filter, module: filter.module === module ? '' : module });
        }}
      />
    </div>
  );
}
