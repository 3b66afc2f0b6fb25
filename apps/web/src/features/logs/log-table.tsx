import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { timeWithSeconds } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';
import { type StoredLine } from './log-pages.js';

/** ms after new lines until the view scrolls to the end. */
const SCROLL_MS = 100;
/** px: estimated height of a line, until it is drawn. */
const ROW = 24;

interface TableProps {
  readonly lines: readonly StoredLine[];
  readonly loaded: boolean;
  readonly follow: boolean;
  readonly onModule: (module: string) => void;
}

/** Only the visible lines are drawn, however many there are. */
export function LogTable({ lines, loaded, follow, onModule }: TableProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    getItemKey: (i) => lines[i]?.n ?? i,
    overscan: 12,
  });
  const newest = lines.at(-1)?.n;
  useEffect(() => {
    if (!follow || newest === undefined) return undefined;
    const timer = window.setTimeout(() => {
      rows.scrollToIndex(lines.length - 1, { align: 'end' });
    }, SCROLL_MS);
    return () => {
      window.clearTimeout(timer);
    };
  }, [newest, lines.length, follow, rows]);
  const toggle = (n: number): void => {
    setOpen((old) => new Set(old.has(n) ? [...old].filter((x) => x !== n) : [...old, n]));
  };
  return (
    <div className="log-box" ref={box} tabIndex={0} role="log" aria-live="off" aria-label={t('page.log')}>
      {lines.length === 0 && <p className="log-none">{loaded ? t('log.none') : t('loading.log')}</p>}
      <div className="log-lines" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ key, index, start }) => {
          const line = lines[index];
          return (
            line && (
              <div
                key={key}
                ref={rows.measureElement}
                data-index={index}
                className="log-place"
                style={{ transform: `translateY(${start}px)` }}
              >
                <LogLine
                  line={line}
                  open={open.has(line.n)}
                  onToggle={() => {
                    toggle(line.n);
                  }}
                  onModule={onModule}
                />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

interface LineProps {
  readonly line: StoredLine;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onModule: (module: string) => void;
}

/**
 * A click on the module filters by it. The level names the process. A click on the text opens the other data of the
 * line.
 */
function LogLine({ line, open, onToggle, onModule }: LineProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const level = line.level.toLowerCase();
  const { module, timestamp, service, node, pid } = line.metadata;
  return (
    <div className={`log-row log-${level}`}>
      <time className="num log-time" dateTime={timestamp}>
        {timeWithSeconds(Date.parse(timestamp), locale)}
      </time>
      <button
        type="button"
        className="log-module cut"
        title={module}
        onClick={() => {
          onModule(module);
        }}
      >
        {module}
      </button>
      <span className="log-level" title={t('log.pid', { service, node, pid: String(pid) })}>
        {level}
      </span>
      <div className="log-line">
        <button type="button" aria-expanded={open} onClick={onToggle}>
          {line.message}
        </button>
        {open && <pre>{JSON.stringify(line.metadata, null, 2)}</pre>}
      </div>
    </div>
  );
}
