import { LOG_LEVELS, type LogLevel, type LogLineView } from '#libs/contracts';
import { RefreshCw } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AwayBox } from '../../components/ui/away-box.js';
import { Button } from '../../components/ui/button.js';
import { Choice } from '../../components/ui/choice.js';
import { Toggle } from '../../components/ui/toggle.js';
import { filterLines, type LogFilter } from './log-filter.js';
import { LogTable } from './log-table.js';
import { useLog } from './use-log.js';
import './log-view.css';

/** Spec L236: the view scrolls to the end 100 ms after new lines. */
const SCROLL_MS = 100;
const today = (): string => new Date().toISOString().slice(0, 10);

export function LogView() {
  const [date, setDate] = useState(today);
  const [follow, setFollow] = useState(true);
  const [filter, setFilter] = useState<LogFilter>({ text: '', level: 'info', module: '' });
  const log = useLog(date, follow);
  const shown = filterLines(log.lines, filter);
  const box = useScrollToEnd(shown, follow);
  if (log.error !== undefined && log.lines.length === 0) return <AwayBox error={log.error} onRetry={log.refresh} />;
  return (
    <div className="log">
      <LogBar date={date} days={log.days} onDate={setDate} filter={filter} onFilter={setFilter} follow={follow} onFollow={setFollow} onRefresh={log.refresh} />
      <div className="log-box" ref={box} tabIndex={0} role="log" aria-live="off"><LogTable lines={shown} loaded={log.loaded} onModule={(module) => { setFilter({ ...filter, module: filter.module === module ? '' : module }); }} /></div>
    </div>
  );
}

function useScrollToEnd(lines: readonly LogLineView[], follow: boolean) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!follow) return undefined;
    const timer = window.setTimeout(() => { box.current?.scrollTo({ top: box.current.scrollHeight }); }, SCROLL_MS);
    return () => { window.clearTimeout(timer); };
  }, [lines.length, follow]);
  return box;
}

interface BarProps { readonly date: string; readonly days: readonly string[]; readonly onDate: (date: string) => void; readonly filter: LogFilter; readonly onFilter: (filter: LogFilter) => void; readonly follow: boolean; readonly onFollow: (on: boolean) => void; readonly onRefresh: () => void }

function LogBar({ date, days, onDate, filter, onFilter, follow, onFollow, onRefresh }: BarProps) {
  const { t } = useTranslation();
  const id = useId();
  const options = [...new Set([date, ...days])].sort().reverse().map((value) => ({ value, label: value }));
  return (
    <div className="log-bar">
      <div className="log-pick"><Choice label={t('log.date')} value={date} options={options} onChange={onDate} /></div>
      <div className="log-pick"><Choice<LogLevel> label={t('log.level')} value={filter.level} options={LOG_LEVELS.map((value) => ({ value, label: value }))} onChange={(level) => { onFilter({ ...filter, level }); }} /></div>
      <input className="input log-text" aria-label={t('log.filter')} placeholder={t('log.filter')} value={filter.text} onChange={(e) => { onFilter({ ...filter, text: e.target.value }); }} />
      {filter.module !== '' && <Button size="small" onClick={() => { onFilter({ ...filter, module: '' }); }}>{t('log.only', { module: filter.module })}</Button>}
      <span className="grow" />
      <label htmlFor={id} className="log-follow">{t('log.follow')}<Toggle id={id} checked={follow} onChange={onFollow} label={t('log.follow')} /></label>
      <Button size="small" icon={RefreshCw} onClick={onRefresh}>{t('log.fetch')}</Button>
    </div>
  );
}
