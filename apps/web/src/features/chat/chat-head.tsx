import { Search, Settings2, X } from 'lucide-react';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/ui/icon-button.js';
import { Tag } from '../../components/ui/tag.js';
import { seconds } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';

interface HeadProps {
  readonly isLive: boolean;
  readonly offsetS: number;
  readonly isSearching: boolean;
  readonly onSearch: () => void;
  readonly isMenuOpen: boolean;
  readonly onMenu: () => void;
  readonly onClose: () => void;
}

export function ChatHead({ isLive, offsetS, isSearching, onSearch, isMenuOpen, onMenu, onClose }: HeadProps) {
  const { t } = useTranslation();
  return (
    <header className="chat-head">
      <h2>{t('chat.title')}</h2>
      {isLive && <Tag tone="live">{t('chat.live')}</Tag>}
      <Offset seconds={offsetS} />
      <IconButton icon={Search} label={t('chat.search')} aria-expanded={isSearching} onClick={onSearch} />
      <IconButton icon={Settings2} label={t('chat.settings')} aria-expanded={isMenuOpen} onClick={onMenu} />
      <IconButton icon={X} label={t('chat.hide')} onClick={onClose} />
    </header>
  );
}

function Offset({ seconds: s }: { readonly seconds: number }): ReactNode {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <span className="chat-offset dim num">
      {s === 0 ? '' : t('chat.offset-of', { offset: `${s > 0 ? '+' : '−'}${seconds(Math.abs(s) * 1000, locale)}` })}
    </span>
  );
}
