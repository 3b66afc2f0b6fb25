import { LOG_LEVELS, type LogLevel } from '#libs/contracts';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHealth } from '../../api/health.js';
import { Button } from '../../components/ui/button.js';
import { Select, type SelectProps } from '../../components/ui/select.js';
import { SearchInput } from '../../components/ui/search-input.js';
import { SwitchRow } from '../../components/ui/toggle.js';
import { OfflineState } from '../../components/ui/load-state.js';
import { useDebounced } from '../../lib/use-debounced.js';
import { levelsFrom } from './log-pages.js';
import { LogTable } from './log-table.js';
import { useLog } from './use-log.js';
import './log-view.css';

const today = (): string => new Date().toISOString().slice(0, 10);

/** The log of all services, one day at a time. */
export function LogView() {
  const [follow, setFollow] = useState(true);
  const [filter, setFilter] = useState<LogFilter>(() => ({
    day: today(),
    level: 'info' satisfies LogLevel,
    module: '',
    service: '',
    searchText: '',
  }));
  const searchText = useDebounced(filter.searchText);
  const log = useLog(
    { day: filter.day, levels: levelsFrom(filter.level), module: filter.module, service: filter.service, searchText },
    follow,
  );
  if (log.error !== undefined && log.lines.length === 0)
    return <OfflineState error={log.error} onRetry={log.refresh} />;
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

interface LogFilter {
  readonly day: string;
  readonly level: LogLevel;
  readonly module: string;
  readonly service: string;
  readonly searchText: string;
}
interface BarProps {
  readonly filter: LogFilter;
  readonly days: readonly string[];
  readonly onFilter: (filter: LogFilter) => void;
  readonly follow: boolean;
  readonly onFollow: (on: boolean) => void;
  readonly onRefresh: () => void;
}

const plain = <V extends string>(values: readonly V[]) => values.map((value) => ({ value, label: value }));

function LogBar({ filter, days, onFilter, follow, onFollow, onRefresh }: BarProps) {
  const { t } = useTranslation();
  const services = useServiceOptions(filter.service);
  const set =
    <N extends keyof LogFilter>(name: N) =>
    (value: LogFilter[N]): void => {
      onFilter({ ...filter, [name]: value });
    };
  return (
    <div className="log-bar">
      <LogPick
        label={t('log.date')}
        value={filter.day}
        options={plain([...new Set([filter.day, ...days])].sort().reverse())}
        onChange={set('day')}
      />
      <LogPick label={t('log.level')} value={filter.level} options={plain(LOG_LEVELS)} onChange={set('level')} />
      <LogPick label={t('log.service')} value={filter.service} options={services} onChange={set('service')} />
      <SearchInput
        className="log-text"
        maxLength={200}
        label={t('log.filter')}
        value={filter.searchText}
        onChange={set('searchText')}
      />
      {filter.module !== '' && (
        <Button
          size="small"
          onClick={() => {
            set('module')('');
          }}
        >
          {t('log.only', { module: filter.module })}
        </Button>
      )}
      <span className="grow" />
      <SwitchRow inline label={t('log.follow')} checked={follow} onChange={onFollow} />
      <Button size="small" icon={RefreshCw} onClick={onRefresh}>
        {t('common.fetch')}
      </Button>
    </div>
  );
}

const LogPick = <V extends string>(choice: SelectProps<V>) => (
  <div className="log-pick">
    <Select {...choice} />
  </div>
);

/** Options: all services together (empty), the selected one, and all running ones. */
function useServiceOptions(picked: string) {
  const { t } = useTranslation();
  const { data: health } = useHealth();
  return [...new Set(['', picked, ...(health?.services ?? []).map((s) => s.service)])].map((value) => ({
    value,
    label: value === '' ? t('log.all-services') : value,
  }));
}
