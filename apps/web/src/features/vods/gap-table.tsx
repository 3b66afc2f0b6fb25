import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { clock, seconds } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';

export interface GapRow {
  readonly key: string | number;
  /** Position in the VOD, ms. */
  readonly at: number;
  readonly ms: number;
  readonly isLoss: boolean;
  readonly why: string;
  /** Cell of the column `more`. */
  readonly more?: ReactNode;
}

/** @param more head of a fourth column */
export function GapTable({ rows, more }: { readonly rows: readonly GapRow[]; readonly more?: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{t('gaps.at')}</th>
          <th scope="col">{t('gaps.length')}</th>
          <th scope="col">{t('gaps.why')}</th>
          {more !== undefined && <th scope="col">{more}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <td className="num">{clock(row.at)}</td>
            <td className={row.isLoss ? 'num warn' : 'num'}>{seconds(row.ms, locale)}</td>
            <td className="muted">{row.why}</td>
            {row.more}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
