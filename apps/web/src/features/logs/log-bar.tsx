import { LOG_LEVELS, type LogLevel } from '#libs/contracts';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHealth } from '../../api/use-health.js';
import { Button } from '../../components/ui/button.js';
import { Choice } from '../../components/ui/choice.js';
import { SearchInput } from '../../components/ui/search-input.js';
import { SwitchRow } from '../../components/ui/switch-row.js';

export interface LogFilter {
  readonly day: string;
  readonly level: LogLevel;
  readonly module: string;
  readonly service: string;
  readonly words: string;
}
interface BarProps {
  readonly filter: LogFilter;
  readonly days: readonly string[];
  readonly onFilter: (filter: LogFilter) => void;
  readonly follow: boolean;
  readonly onFollow: (on: boolean) => void;
  readonly onRefresh: () => void;
}

const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

export function LogBar({ filter, days, onFilter, follow, onFollow, onRefresh }: BarProps) {
  const { t } = useTranslation();
  const { data: health } = useHealth();
  const set = (part: Partial<LogFilter>): void => {
    onFilter({ ...filter, ...part });
  };
  const services = [...new Set(['', filter.service, ...(health?.services ?? []).map((s) => s.service)])].map(
    (value) => ({ value, label: value === '' ? t('log.all-services') : value }),
  );
  return (
    <div className="log-bar">
      <div className="log-pick">
        <Choice
          label={t('log.date')}
          value={filter.day}
          options={plain([...new Set([filter.day, ...days])].sort().reverse())}
          onChange={(day) => {
            set({ day });
          }}
        />
      </div>
      <div className="log-pick">
        <Choice<LogLevel>
          label={t('log.level')}
          value={filter.level}
          options={LOG_LEVELS.map((value) => ({ value, label: value }))}
          onChange={(level) => {
            set({ level });
          }}
        />
      </div>
      <div className="log-pick">
        <Choice
          label={t('log.service')}
          value={filter.service}
          options={services}
          onChange={(service) => {
            set({ service });
          }}
        />
      </div>
      <SearchInput
        className="log-text"
        maxLength={200}
        label={t('log.filter')}
        value={filter.words}
        onChange={(words) => {
          set({ words });
        }}
      />
      {filter.module !== '' && (
        <Button
          size="small"
          onClick={() => {
            set({ module: '' });
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
