import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/ui/button.js';

interface SheetProps {
  readonly title: ReactNode;
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A panel over the lines of chat while the video continues. Not modal; Escape closes it and the focus returns. It is
 * inside the chat panel, so that full screen shows it too.
 */
export function ChatSheet({ title, label, onClose, children }: SheetProps) {
  const { t } = useTranslation();
  const sheet = useRef<HTMLElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  }, [onClose]);
  useEffect(() => {
    const before = document.activeElement;
    sheet.current?.focus();
    const onKey = (e: KeyboardEvent): void => {
      if (e.key !== 'Escape' || e.defaultPrevented) return;
      e.preventDefault();
      close.current();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <section className="chat-sheet" role="dialog" aria-label={label} tabIndex={-1} ref={sheet}>
      <div className="chat-sheet-head">
        <IconButton icon={ArrowLeft} label={t('common.close')} onClick={onClose} />
        {title}
      </div>
      <div className="chat-sheet-body">{children}</div>
    </section>
  );
}
